"""The tag `for` of every template, with a look at the budget of work in each round: a long page is a long loop, too."""

from __future__ import annotations

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.defaulttags import ForNode, do_for

from tabletop.work import go_on

register = template.Library()


class GoOn(Node):
    """Stands before what each round renders, and renders nothing."""

    def render(self, context: Context) -> str:
        go_on()
        return ""


@register.tag("for")
def watched_for(parser: Parser, token: Token) -> ForNode:
    """Django's own tag, watched."""
    node = do_for(parser, token)
    node.nodelist_loop = NodeList([GoOn(), *node.nodelist_loop])
    return node

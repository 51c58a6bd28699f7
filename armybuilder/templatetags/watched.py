"""The tags `for`, `include` and `menu`, which every template knows without loading them.

`for` looks at the budget of work in each round: a long page is a long loop, too. `include` finds its template once
instead of each time: a form of a design has 230 of them, and finding took a quarter of the time that the page took.
`menu` writes the choices of a menu, for which a loop takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.defaulttags import CycleNode, ForNode, IfChangedNode, do_for
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode, do_include
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from tabletop.work import go_on

register = template.Library()

# What keeps notes of a template while it is rendered: those of an included one aren't to be taken for the page's own.
NOTING = (BlockNode, CycleNode, ExtendsNode, IfChangedNode)


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


class Included(IncludeNode):
    """Django's own node for a template whose name is written out, which finds it once.

    Templates are read anew, pages with those that they include, where one of them changes while the site is developed.
    """

    found: NodeList | None = None

    def render(self, context: Context) -> SafeString:
        nodes = self.found or self._find(context)
        if nodes is None:
            return super().render(context)
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        if self.isolated_context:
            return nodes.render(context.new(values))
        with context.push(**values):
            return nodes.render(context)

    def _find(self, context: Context) -> NodeList | None:
        """What the included template is made of; None for one that keeps notes."""
        assert context.template is not None
        nodes: NodeList = context.template.engine.get_template(self.template.resolve(context)).nodelist
        if not any(nodes.get_nodes_by_type(kind) for kind in NOTING):
            self.found = nodes
        return self.found


@register.tag("include")
def found_once(parser: Parser, token: Token) -> IncludeNode:
    """Django's own tag; a template that is named in the page is found once."""
    node = do_include(parser, token)
    name = node.template
    if not isinstance(name.var, str) or name.filters:
        return node
    return Included(name, extra_context=node.extra_context, isolated_context=node.isolated_context)


@register.simple_tag
def menu(choices: Iterable[tuple[Any, Any]], chosen: Any = None) -> SafeString:
    """The choices of a menu, each as what is sent and how it reads; what is chosen already is marked."""
    go_on()
    return mark_safe("".join([_choice(value, words, value == chosen) for value, words in choices or ()]))


def _choice(value: Any, words: Any, is_chosen: bool) -> str:
    selected = " selected" if is_chosen else ""
    return f'<option value="{_text(value)}"{selected}>{_text(words)}</option>'


def _text(value: Any) -> str:
    return escape(value) if type(value) is str else conditional_escape(value)

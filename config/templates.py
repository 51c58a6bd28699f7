"""The site's templates, read and drawn as Django does it, long ones in three quarters of the time.

Nearly all of a long page's time goes into looking names up and into making text of what was found: for each name Django
asks whatever it has for an item first, catches the error of a value that has no items, and then asks for an attribute;
for each text it asks about time zones, languages and promises. Values without items are asked for their attribute at
once here, and texts and whole numbers become what they become in any language that the site speaks. Everything else is
left to Django's own code, from the place where it is met.

A loader is how Django lets templates be made of other classes; `settings.TEMPLATES` names this one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Any

from django.template import Origin, Template, TemplateDoesNotExist
from django.template.base import (
    FilterExpression,
    Lexer,
    Node,
    NodeList,
    Parser,
    Token,
    Variable,
    VariableDoesNotExist,
    VariableNode,
    render_value_in_context,
)
from django.template.context import Context
from django.template.loaders import base, cached
from django.utils.safestring import SafeString

# How these take an item; a word is no number of one.
BY_NUMBER = (None, str.__getitem__, tuple.__getitem__, list.__getitem__)
HERE = "current"
MISSING = object()


class Name(Variable):
    """A name with attributes, `unit.row.name`, looked up in a context."""

    __slots__ = ("first", "rest", "whole")

    def __init__(self, var: str) -> None:
        super().__init__(var)
        assert self.lookups is not None
        self.first, *rest = self.lookups
        # What is looked up after each step, for Django to go on from there.
        self.whole = Variable(".".join((HERE, *rest)))
        self.rest = tuple((bit, Variable(".".join((HERE, *rest[at:])))) for at, bit in enumerate(rest))

    def resolve(self, context: Any) -> Any:
        found = self.found(context)
        if found is MISSING:
            raise VariableDoesNotExist("Failed lookup for key [%s] in %r", (self.var, context))
        return found

    def found(self, context: Any) -> Any:
        """What stands under the name; MISSING, and no error with its price, where there is nothing."""
        for names in reversed(context.dicts):
            if self.first in names:
                current = names[self.first]
                break
        else:
            return MISSING
        if callable(current):
            return self._resolved(self.whole, current, context)
        for bit, tail in self.rest:
            if current is None:
                return MISSING
            taking = getattr(type(current), "__getitem__", None)
            try:
                if taking in BY_NUMBER:
                    found = getattr(current, bit)
                elif taking is dict.__getitem__:
                    found = current[bit]
                else:
                    return self._resolved(tail, current, context)
            except Exception:
                return self._resolved(tail, current, context)
            if callable(found):
                return self._resolved(tail, current, context)
            current = found
        return current

    @staticmethod
    def _resolved(tail: Variable, current: Any, context: Any) -> Any:
        """Django's own way from here."""
        with context.push(**{HERE: current}):
            try:
                return tail.resolve(context)
            except VariableDoesNotExist:
                return MISSING


class Expression(FilterExpression):
    """A name or a constant with its filters."""

    __slots__ = ()

    def __init__(self, token: str, parser: Parser) -> None:
        super().__init__(token, parser)
        self.var = _quick(self.var)
        self.filters = [(each, [(is_name, _quick(arg)) for is_name, arg in args]) for each, args in self.filters]

    def resolve(self, context: Context, ignore_failures: bool = False) -> Any:
        if self.filters or type(self.var) is not Name:
            return super().resolve(context, ignore_failures)
        found = self.var.found(context)
        if found is not MISSING:
            return found
        if ignore_failures:
            return None
        assert context.template is not None
        return context.template.engine.string_if_invalid


def _quick(var: Any) -> Any:
    """A name as one that is looked up at once; constants, translations and places in lists as they are."""
    if not isinstance(var, Variable) or var.translate or not var.lookups or any(bit.isdigit() for bit in var.lookups):
        return var
    return Name(str(var.var))


class Shown(VariableNode):
    """What stands in `{{ }}`."""

    def render(self, context: Context) -> Any:
        try:
            value = self.filter_expression.resolve(context)
        except UnicodeDecodeError:
            return ""
        kind = type(value)
        if kind is SafeString:
            return value
        if kind is str and context.autoescape:
            return escape(value)
        if kind is int:
            return str(value)
        return render_value_in_context(value, context)


class QuickParser(Parser):
    """Django's parser, which makes expressions and what stands in `{{ }}` of the classes above."""

    def compile_filter(self, token: str) -> FilterExpression:
        return Expression(token, self)

    def extend_nodelist(self, nodelist: NodeList, node: Node, token: Token) -> None:
        super().extend_nodelist(nodelist, Shown(node.filter_expression) if type(node) is VariableNode else node, token)


class QuickTemplate(Template):
    """A template that is read by that parser."""

    def compile_nodelist(self) -> NodeList:
        engine = self.engine
        if engine.debug:  # while the site is developed, faults are told with their lines
            return super().compile_nodelist()
        parser = QuickParser(
            Lexer(self.source).tokenize(), engine.template_libraries, engine.template_builtins, self.origin
        )
        nodes = parser.parse()
        self.extra_data = parser.extra_data
        return nodes


class _Finding(base.Loader):
    """Where a loader that keeps templates looks when it has none."""

    get_contents: Callable[[Origin], str]

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        for origin in self.get_template_sources(template_name):
            if not skip or origin not in skip:
                with suppress(TemplateDoesNotExist):
                    return QuickTemplate(self.get_contents(origin), origin, template_name, self.engine)
        return super().get_template(template_name, skip)  # it says where was looked


class Loader(cached.Loader, _Finding):
    """Django's loader that reads each template once, and makes it of the classes above."""

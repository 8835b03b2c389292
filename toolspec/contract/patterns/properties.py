"""The Unicode properties that ECMA-262 names, a small part of what the `regex` package takes."""

from __future__ import annotations

import re

import regex

from toolspec.contract.patterns.nodes import UnsupportedPattern

_CATEGORIES = (
    "L Lu Ll Lt LC Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp "
    "C Cc Cf Cs Co Cn Letter Uppercase_Letter Lowercase_Letter Titlecase_Letter Cased_Letter "
    "Modifier_Letter Other_Letter Mark Nonspacing_Mark Spacing_Mark Enclosing_Mark Number "
    "Decimal_Number Letter_Number Other_Number Punctuation Connector_Punctuation "
    "Dash_Punctuation Open_Punctuation Close_Punctuation Initial_Punctuation "
    "Final_Punctuation Other_Punctuation Symbol Math_Symbol Currency_Symbol Modifier_Symbol "
    "Other_Symbol Separator Space_Separator Line_Separator Paragraph_Separator Other Control "
    "Format Surrogate Private_Use Unassigned"
)
_BINARY = (
    "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Cased Dash "
    "Default_Ignorable_Code_Point "
    "Diacritic Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base Emoji_Presentation "
    "Extended_Pictographic Hex_Digit Hex ID_Continue IDC ID_Start IDS Ideographic Ideo Lowercase "
    "Lower Math Regional_Indicator RI Uppercase Upper White_Space space XID_Continue XIDC "
    "XID_Start XIDS"
)
_NAMES = frozenset(f"{_CATEGORIES} {_BINARY}".split())
_VALUED = re.compile(r"(General_Category|gc|Script|sc|Script_Extensions|scx)=(\w+)")


def property_name(name: str) -> str:
    """Give back the name of a property that both ECMA-262 and `regex` know, or refuse it."""
    if name in _NAMES or (_VALUED.fullmatch(name) and _is_known(name)):
        return name
    if re.fullmatch(r"[A-Za-z_]+", name) and _is_known(f"Script={name}"):
        raise UnsupportedPattern(f"`\\p{{{name}}}` is not ECMA-262; write `\\p{{Script={name}}}`")
    raise UnsupportedPattern(f"`{name}` is not a Unicode property of ECMA-262")


def _is_known(name: str) -> bool:
    try:
        regex.compile(rf"\p{{{name}}}")
    except regex.error:
        return False
    return True

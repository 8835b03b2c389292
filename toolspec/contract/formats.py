"""The values of `format` that are checked, by rules written here and not by optional packages.

Every format of JSON Schema 2020-12 is asserted; sources are named at the rules.
"""

from __future__ import annotations

import calendar
import ipaddress
import re
from collections.abc import Callable
from typing import Final

from toolspec.contract.patterns import UnsupportedPattern, compile_pattern

# RFC 3339, section 5.6; the letters T and Z may be small.
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_TIME = re.compile(
    r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]+)?"
    r"(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
# RFC 3339, appendix A: a larger unit is never followed by one that is not the next smaller.
_DURATION = re.compile(
    r"P(?:[0-9]+W|(?=.)(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?"
    r"(?:T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)"
)
# RFC 5321, section 4.1.2, a mailbox: dot-string or quoted string before the `@`.
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL = re.compile(rf'{_ATOM}(?:\.{_ATOM})*|"(?:[ !#-\[\]-~]|\\[ -~])*"')
# RFC 1123, section 2.1.
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
# RFC 6901, section 3.
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*", re.DOTALL)
_RELATIVE_POINTER = re.compile(r"(?:0|[1-9][0-9]*)(#|(?:/(?:[^~/]|~[01])*)*)", re.DOTALL)
# RFC 3986, appendix A; the host is looked at apart.
_PERCENT = r"%[0-9A-Fa-f]{2}"
_TEXT = rf"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|{_PERCENT})*"
_TAIL = rf"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|{_PERCENT})*"
_REFERENCE = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?"
    rf"(?://(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|{_PERCENT})*@)?"
    rf"(?:\[(?P<literal>[^\]]*)\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|{_PERCENT})*)"
    r"(?::[0-9]*)?(?=[/?#]|\Z)|(?!//))"
    rf"(?P<path>{_TEXT})(?:\?{_TAIL})?(?:#{_TAIL})?"
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_FUTURE_ADDRESS = re.compile(r"v[0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+")
# RFC 6570, section 2.
_VARIABLE = r"(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*(?:\*|:[1-9][0-9]{0,3})?"
_TEMPLATE = re.compile(
    rf"(?:[^\x00-\x20\"'%<>\\^`{{|}}]|{_PERCENT}|\{{[+#./;?&]?{_VARIABLE}(?:,{_VARIABLE})*\}})*"
)


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = (int(each) for each in found.groups())
    # The proleptic calendar repeats after 400 years; `calendar` does not know the year 0.
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year + 400, month)[1]


def _is_time(text: str) -> bool:
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    if found[3] != "60":
        return True
    offset = int(found[5] or 0) * 60 + int(found[6] or 0)
    minute = int(found[1]) * 60 + int(found[2]) - (-offset if found[4] == "-" else offset)
    return minute % 1440 == 1439


def _is_date_time(text: str) -> bool:
    return text[10:11] in ("T", "t") and _is_date(text[:10]) and _is_time(text[11:])


def _is_duration(text: str) -> bool:
    return _DURATION.fullmatch(text) is not None


def _is_hostname(text: str) -> bool:
    return len(text) <= 253 and all(_LABEL.fullmatch(each) for each in text.split("."))


def _is_idn_hostname(text: str) -> bool:
    try:
        return len(text) <= 253 and _is_hostname(text.encode("idna").decode("ascii"))
    except UnicodeError:
        return False


def _is_email(text: str) -> bool:
    local, _, domain = text.rpartition("@")
    if not _LOCAL.fullmatch(local) or len(local) > 64:
        return False
    if domain.startswith("[") and domain.endswith("]"):
        inner = domain[1:-1]
        return _is_ipv6(inner[5:]) if inner.startswith("IPv6:") else _is_ipv4(inner)
    return _is_hostname(domain)


def _is_idn_email(text: str) -> bool:
    local, _, domain = text.rpartition("@")
    return _is_email(f"{_as_ascii(local)}@localhost") and _is_idn_hostname(domain)


def _is_ipv4(text: str) -> bool:
    return text.isascii() and _parses(ipaddress.IPv4Address, text)


def _is_ipv6(text: str) -> bool:
    return text.isascii() and "%" not in text and _parses(ipaddress.IPv6Address, text)


def _is_uri_reference(text: str) -> bool:
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return False
    if found["literal"] is not None and not _is_ip_literal(found["literal"]):
        return False
    # Without a scheme, a colon in the first segment would be read as one.
    return found["scheme"] is not None or ":" not in found["path"].split("/")[0]


def _is_ip_literal(text: str) -> bool:
    return _is_ipv6(text) or _FUTURE_ADDRESS.fullmatch(text) is not None


def _is_uri(text: str) -> bool:
    return _is_uri_reference(text) and _SCHEME.match(text) is not None


def _is_iri(text: str) -> bool:
    return _is_uri(_as_ascii(text))


def _is_iri_reference(text: str) -> bool:
    return _is_uri_reference(_as_ascii(text))


def _as_ascii(text: str) -> str:
    return "".join(char if char < "\xa0" else "x" for char in text)


def _is_uri_template(text: str) -> bool:
    return _TEMPLATE.fullmatch(text) is not None


def _is_uuid(text: str) -> bool:
    return _UUID.fullmatch(text) is not None


def _is_regex(text: str) -> bool:
    return _parses(compile_pattern, text)


def _is_pointer(text: str) -> bool:
    return _POINTER.fullmatch(text) is not None


def _is_relative_pointer(text: str) -> bool:
    return _RELATIVE_POINTER.fullmatch(text) is not None


def _parses(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except (ValueError, UnsupportedPattern):
        return False
    return True


_CHECKS: Final[dict[str, Callable[[str], bool]]] = {
    "date": _is_date,
    "date-time": _is_date_time,
    "duration": _is_duration,
    "email": _is_email,
    "hostname": _is_hostname,
    "idn-email": _is_idn_email,
    "idn-hostname": _is_idn_hostname,
    "ipv4": _is_ipv4,
    "ipv6": _is_ipv6,
    "iri": _is_iri,
    "iri-reference": _is_iri_reference,
    "json-pointer": _is_pointer,
    "regex": _is_regex,
    "relative-json-pointer": _is_relative_pointer,
    "time": _is_time,
    "uri": _is_uri,
    "uri-reference": _is_uri_reference,
    "uri-template": _is_uri_template,
    "uuid": _is_uuid,
}

ASSERTED_FORMATS: Final[tuple[str, ...]] = tuple(_CHECKS)
"""The formats that a value is checked against; any other name is a remark only."""


def matches_format(name: str, text: str) -> bool:
    """Say whether a text has the format; true for a format that is not asserted."""
    check = _CHECKS.get(name)
    return check is None or check(text)

"""Tests of taking hidden elements and text out of a tree."""

from __future__ import annotations

import time

import pytest

from retrieval.readers.html import read
from retrieval.readers.page import Options


def _read(source):
    return read(source.encode(), Options("a.html"))


@pytest.mark.parametrize(
    "hidden",
    [
        "<p style='color:#fff'>secret</p>",
        "<div style='background:#000'><i style='color:black'>secret</i></div>",
        "<font color=white>secret</font>",
        "<p style='font-size:0'>secret</p>",
        "<p style='position:absolute;left:-9999px'><b>secret</b></p>",
        "<style>.x{opacity:0}</style><p class=x>secret</p>",
        "<style>#x{display:none}</style><p id=x>secret</p>",
        "<style>b.z > i{font-size:.5px}</style><b class=z><i>secret</i></b>",
        "<style>body{background:#111}.x{color:#101010}</style><p class=x>secret</p>",
        "<table><tr><td>a<td style='visibility:hidden'>secret</table>",
        "<ul><li>a<li hidden>secret</ul>",
        "<p>b <span style='font-size:1px'>secret</span> c</p>",
        "<p style='opacity:calc(1 - 1)'>secret</p>",
        "<p style='display:var(--x);--x:none'>secret</p>",
        "<style>:root{--x:none}p.y{display:var(--x)}</style><p class=y>secret</p>",
        "<div style='--a:var(--b);--b:0'><p style='opacity:var(--a)'>secret</p></div>",
        "<p style='font-size:calc(0px * 3)'>secret</p>",
        "<div style='zoom:.001'><p>secret</p></div>",
        "<dialog>secret</dialog>",
        "<p style='display:none;display:bogus'>secret</p>",
        "<p style='display:none;display:'>secret</p>",
        "<p style='display:none!important;display:block'>secret</p>",
        "<style>.x{visibility:hidden!important;visibility:visible}</style><p class=x>secret</p>",
        "<div popover>secret</div>",
        "<datalist><option>secret</datalist>",
        "<video><p>secret</p></video>",
        "<canvas>secret</canvas>",
        "<p style='color:oklch(100% 0 0)'>secret</p>",
        "<p style='color:color(srgb 1 1 1)'>secret</p>",
        "<style>.x{color:lab(99% 0 0)}</style><p class=x>secret</p>",
        "<div style='line-height:0;overflow:hidden'><span>secret</span></div>",
        "<style>.x{font:16px/0 serif;overflow:hidden}</style><p class=x>secret</p>",
        f"<p style='line-height:0'>{'secret ' * 40}</p>",
        "<math><mi>x</mi><semantics><mi>y</mi><annotation>secret</annotation></semantics></math>",
        "<math><annotation-xml><mi>secret</mi></annotation-xml></math>",
        "<math><mphantom><mi>secret</mi></mphantom></math>",
        "<img width=0 height=0 src=x.png alt=secret>",
        "<img style='height:1px' src=x.png alt=secret>",
        "<style>.dot{width:1px}</style><img class=dot src=x.png alt=secret>",
    ],
)
def test_hidden_text_goes_and_is_counted(hidden):
    """Whatever keeps people from seeing it, models are not shown it either."""
    page = _read(f"<p>a</p>{hidden}")

    assert "secret" not in page.text
    assert ("Took out 1 hidden element.",) == page.warnings


@pytest.mark.parametrize(
    "shown",
    [
        "<p aria-hidden=true>words</p>",
        "<p style='display:none;display:inline flow-root'>words</p>",
        "<p style='display:none!important;display:block!important'>words</p>",
        "<button popovertarget=p>Open</button><div popover id=p>words</div>",
        "<style>div{display:block}</style><div popover>words</div>",
        "<style>th{background:navy;color:#fff}</style><table><tr><th>words<tr><td>a</table>",
        "<style>@media print{p{display:none}}</style><p>words</p>",
        "<style>.t{display:none}.t.on{display:block}</style><div class=t>words</div>",
        "<div style='font-size:0'><p style='font-size:16px'>words</p></div>",
        "<table><tr><td bgcolor=#336699><font color=#ffffff>words</font></table>",
        "<style>body{background:#111;color:#eee}</style><p>words</p>",
        "<style>.t{--d:none;display:var(--d)}.t.on{--d:block}</style><div class=t>words</div>",
        "<style>:root{--d:none}.t{--d:block;display:var(--d)}</style><div class=t>words</div>",
        "<p style='display:var(--elsewhere)'>words</p>",
        "<style>:root{--ink:#fff}</style><p style='color:var(--ink)'>words</p>",
        "<style>sup{font-size:75%;line-height:0}</style><p>a<sup>words</sup></p>",
        "<style>.a{line-height:0;overflow:hidden}.a.on{line-height:1}</style><p class=a>words</p>",
        "<div style='line-height:0;overflow:hidden'><p style='line-height:1.5'>words</p></div>",
        "<annotation>words</annotation>",
        "<img width=1 height=40 style='width:40px' src=x.png alt=words>",
        "<p style='color:oklch(40% 0.1 20)'>words</p>",
    ],
)
def test_what_people_see_stays(shown):
    """Dark designs, tabs, print rules and pictures for machines alone are no hidden text."""
    page = _read(f"<p>a</p>{shown}")

    assert "words" in page.text
    assert () == page.warnings


def test_a_hidden_heading_is_no_title():
    """The title is one that people see."""
    assert "Seen" == _read("<h1 style='color:#fff'>Not</h1><h1>Seen</h1>").title


def test_navigation_is_not_counted():
    """Menus that open are no hidden text of the content."""
    assert () == _read("<nav><ul hidden><li>a</ul></nav><main><p>b</p></main>").warnings


def test_a_hostile_page_is_read_in_seconds_and_said():
    """A sheet of a megabyte over thousands of elements cannot stall a run."""
    began = time.monotonic()
    sheet = "".join(f".x{at} .a{{color:#fff}}" for at in range(45_000))
    page = _read(f"<style>{sheet}</style>{'<div>' * 100}{'<p class=a>b</p>' * 5_000}")

    assert (
        "Its style sheets are too long to be looked at whole for hidden text.",
    ) == page.warnings
    assert time.monotonic() - began < 20

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfHtml } from './htmlText.ts'

test.each([
  ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
  ['<div>One</div><div>Two</div>', 'One\nTwo'],
  ['Tom &amp; Jerry&nbsp;&lt;3 &#8364;', 'Tom & Jerry\u00a0<3 €'],
  ['<ul><li>a<li>b</ul>', '- a\n- b'],
  ['<table><tr><th>Von: </th><td>Jane</td></tr><tr><th>An:</th><td>Bob</td></tr></table>', 'Von: Jane\nAn: Bob'],
  ['<pre>a\n  b</pre>', 'a\n  b'],
  ['  many \n\n blanks\t here ', 'many blanks here'],
  ['<blockquote type="cite"><p>old</p><blockquote>older</blockquote></blockquote>new', '> old\n>\n> > older\nnew'],
  ['<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>indented</div></blockquote>', 'indented'],
  ['<a href="mailto:jane@acme.example?subject=x">Jane Doe</a>', 'Jane Doe <jane@acme.example>'],
  ['&lt;<a href="mailto:jane@acme.example">jane@acme.example</a>&gt;', '<jane@acme.example>'],
  ['<a href="https://acme.example">Jane</a>', 'Jane'],
])('It reads the text of %s', (html, text) => {
  expect(textOfHtml(html)).toBe(text)
})

test.each([
  '<script>alert(1)</script>Hello',
  '<style>p { color: red }</style>Hello',
  '<head><title>Offer</title><meta charset="utf-8"></head><body>Hello',
  '<!-- hidden -->Hello',
  '<div style="display: none">hidden<div>x</div></div>Hello',
  '<span hidden>hidden</span>Hello',
  '<svg><text>hidden</text></svg>Hello',
  '<img src="x" onerror="alert(1)" alt="hidden">Hello',
  '<p style="mso-hide:all">hidden</p>Hello',
])('It doesn’t show what %s hides', (html) => {
  expect(textOfHtml(html)).toBe('Hello')
})

test('It reads any text within bounds', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<',
      '>',
      '</',
      '<div>',
      '</div>',
      '<blockquote>',
      '</blockquote>',
      '<a href="mailto:',
      '">',
      '<!--',
      '&',
      '&#x110000;',
      '<pre>',
      '<td>',
      '<script>',
      '<style>',
      '<p hidden>',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      expect(textOfHtml(pieces.join('')).length).toBeLessThan(100_000)
    }),
  )
})

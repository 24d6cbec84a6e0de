import { expect, test } from 'vitest'
import { isWebAddress, withScheme } from './webAddress.ts'

test.each([
  'https://vimeo.com/412008175',
  'http://blog.example',
  'HTTPS://Blog.Example:8443/post?x=a@b.example#part',
  'https://münchen.example/straße',
  'https://[2001:db8::1]/talk',
])('accepts %s as a web address', (given) => expect(isWebAddress(given)).toBe(true))

test.each([
  '',
  'vimeo.com/1',
  'https://',
  'https:///talk',
  'https://?x=1',
  'https://user@blog.example/',
  'https://user:secret@blog.example/',
  'https://vimeo.com\\@elsewhere.example/',
  'https://two words.example/',
  'https://blog.example/a b',
  ' https://blog.example',
  'ftp://blog.example/',
  'file:///etc/passwd',
  'data:text/html,<script>alert(1)</script>',
  'javascript:alert(1)//https://blog.example',
  'java\nscript:alert(1)',
  'https://blog.example/\u2028javascript:alert(1)',
])('rejects %j as a web address', (given) => expect(isWebAddress(given)).toBe(false))

test.each([
  ['blog.firm.example/post', 'https://blog.firm.example/post'],
  [' vimeo.com/1 ', 'https://vimeo.com/1'],
  ['blog.example:8443', 'https://blog.example:8443'],
  ['http://blog.example', 'http://blog.example'],
  ['user@blog.example', 'user@blog.example'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['localhost/a', 'localhost/a'],
  ['two words.example', 'two words.example'],
  ['', ''],
])('completes %j to %j', (given, taken) => expect(withScheme(given)).toBe(taken))

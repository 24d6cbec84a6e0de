import { describe, expect, test } from 'vitest'
import { comparePatterns, hrefOf, matchPath, readSearch, writeSearch } from './address.ts'

describe('search', () => {
  test.each([
    ['?q=acme', { q: 'acme' }],
    ['?q=', { q: '' }],
    ['?page=2&on=true', { page: 2, on: true }],
    ['?q=%22123%22', { q: '123' }],
    ['?q=0012', { q: '0012' }],
    ['?a=1&a=2', { a: [1, 2] }],
    ['?who=%7B%22id%22%3A7%7D', { who: { id: 7 } }],
    ['?q=%5Bhalf', { q: '[half' }],
  ])('reads %s', (text, search) => expect(readSearch(text)).toEqual(search))

  test.each([
    { q: 'R&D + law' },
    { q: '123' },
    { q: 'true' },
    { q: 'null' },
    { q: '"quoted"' },
    { page: 2, list: [1, 'b'] },
  ])('reads back %j', (search) => expect(readSearch(writeSearch(search))).toEqual(search))

  test('leaves out undefined values', () => expect(writeSearch({ a: undefined })).toBe(''))

  test('takes names that would change an object’s prototype as plain names', () => {
    const search = readSearch('?__proto__=x&constructor=y')
    expect(Object.keys(search)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype)
  })
})

describe('paths', () => {
  test.each([
    ['/target/$id', '/target/a%20b', { id: 'a b' }],
    ['/target/$id', '/target/100%', { id: '100%' }],
    ['/targets', '/Targets/', {}],
    ['/admin/$', '/admin/people/7', { _splat: 'people/7' }],
    ['/admin/$', '/admin', { _splat: '' }],
    ['/$', '/no/such/page', { _splat: 'no/such/page' }],
    ['/target/$id', '/target', null],
    ['/target/$id', '/target/1/2', null],
  ])('matches %s with %s', (pattern, path, params) => expect(matchPath(pattern, path)).toEqual(params))

  test('prefers fixed parts to parameters, and those to the rest', () => {
    const patterns = ['/$', '/account/$tab', '/account/about', '/admin/$']
    expect(patterns.sort(comparePatterns)).toEqual(['/account/about', '/account/$tab', '/admin/$', '/$'])
  })

  const here = { pathname: '/targets/active', searchStr: '?q=acme' }
  test.each([
    [{ to: '/target/$id', params: { id: 'a/b' } }, '/target/a%2Fb'],
    [{ to: '.', search: true, hash: '' } as const, '/targets/active?q=acme'],
    [{ to: '.', search: { sort: 'company' } }, '/targets/active?sort=company'],
    [{ to: '/lesson/7?tab=homework#notes' }, '/lesson/7?tab=homework#notes'],
    [{ to: '/lesson/7', hash: 'notes' }, '/lesson/7#notes'],
  ])('builds %j', (destination, href) => expect(hrefOf(destination, here)).toBe(href))
})

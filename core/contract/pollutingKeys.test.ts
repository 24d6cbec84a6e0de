import { describe, expect, it } from 'vitest'
import { isPolluting, parseJson } from './pollutingKeys.ts'

describe('isPolluting', () => {
  it.each([
    '__proto__',
    'constructor',
    'prototype',
    'a.__proto__',
    'a[constructor].b',
    'emails[type eq "work"].__proto__',
  ])('finds a part that leads to a prototype in %s', (path) => expect(isPolluting(path)).toBe(true))
  it.each(['', 'company', 'proto', 'constructors', 'Prototype stage', 'a.proto__'])(
    'accepts %j, which only looks like one',
    (path) => expect(isPolluting(path)).toBe(false),
  )
})

describe('parseJson', () => {
  it('keeps such words as values', () => {
    const value = { note: 'We met the constructor of the __proto__ prototype.' }
    expect(parseJson(JSON.stringify(value))).toEqual(value)
  })
  it('rejects such a key at a depth that would overflow the stack of a recursive walk', () => {
    const levels = 100_000
    expect(() => parseJson(`${'['.repeat(levels)}{"constructor":1}${']'.repeat(levels)}`)).toThrow(
      'need your attention',
    )
  })
  it('rejects such a key that is spelled with escapes', () => {
    expect(() => parseJson('{"\\u005f\\u005fproto\\u005f\\u005f":1}')).toThrow('need your attention')
  })
  it("throws a SyntaxError for text that isn't JSON", () => {
    expect(() => parseJson('{"__proto__"')).toThrow(SyntaxError)
  })
})

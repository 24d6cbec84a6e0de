import { expect, test } from 'vitest'
import { addressesOf } from './primary.ts'

test.each([
  ['postgres://me@a/pursuit', ['postgres://me@a/pursuit']],
  ['postgresql://a:5433', ['postgresql://a:5433']],
  [
    'postgres://me:p%2Cw,x@a:5432,[::1]:5433,b/pursuit?sslmode=require&options=a,b',
    [
      'postgres://me:p%2Cw,x@a:5432/pursuit?sslmode=require&options=a,b',
      'postgres://me:p%2Cw,x@[::1]:5433/pursuit?sslmode=require&options=a,b',
      'postgres://me:p%2Cw,x@b/pursuit?sslmode=require&options=a,b',
    ],
  ],
  ['nothing of ours', ['nothing of ours']],
])('parses the databases in %s', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})

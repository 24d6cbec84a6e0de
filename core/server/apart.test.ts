import { expect, test } from 'vitest'
import { limitConcurrency } from './apart.ts'

/** Pieces of work that end when they are told to, and the order in which they began. */
function aDay() {
  const inTurn = limitConcurrency()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const ask = (orgId: string, name: string) =>
    void inTurn(orgId, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    ends.get(name)!()
    await settled()
  }
  return { begun, ask, end, settled }
}

test('a firm waits for its own files, and another firm begins at once', async () => {
  const { begun, ask, end, settled } = aDay()
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  await settled()
  expect(begun).toEqual(['a1'])
  ask('b', 'b1')
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('a third firm is next when a lane is free, before the files that another firm has waiting', async () => {
  const { begun, ask, end, settled } = aDay()
  for (const name of ['a1', 'a2']) ask('a', name)
  for (const name of ['b1', 'b2']) ask('b', name)
  ask('c', 'c1')
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
})

test('what fails makes room for the next', async () => {
  const inTurn = limitConcurrency()
  const failing = inTurn('a', () => Promise.reject(new Error('broken')))
  const next = inTurn('a', async () => 'read')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('read')
})

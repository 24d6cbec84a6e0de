import { expect, test } from 'vitest'
import { limitConcurrency } from './subprocess.ts'

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

test("queues one firm's files but starts another firm's right away", async () => {
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

test("starts a third firm before another firm's remaining files when a lane becomes free", async () => {
  const { begun, ask, end, settled } = aDay()
  for (const name of ['a1', 'a2']) ask('a', name)
  for (const name of ['b1', 'b2']) ask('b', name)
  ask('c', 'c1')
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
})

test('frees the lane when a task fails', async () => {
  const inTurn = limitConcurrency()
  const failing = inTurn('a', () => Promise.reject(new Error('broken')))
  const next = inTurn('a', async () => 'read')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('read')
})

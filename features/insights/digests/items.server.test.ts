import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomOf } from '#core/server/demo/random.ts'
import { autoPopulated, firstTwice, itemsFor, keyOfLink, skippedItems } from './items.ts'

const some = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })

describe('Auto-populate', () => {
  test('takes at most four favorites, none already in the digest, and prefers those never sent', () => {
    fc.assert(
      fc.property(some, some, some, fc.integer(), (favourites, sent, taken, seed) => {
        const sentBefore = new Set(sent)
        const chosen = autoPopulated({
          favourites,
          sentBefore,
          taken: new Set(taken),
          most: 4,
          chance: randomOf(seed).next,
        })
        const free = favourites.filter((one) => !taken.includes(one))
        expect(chosen).toHaveLength(Math.min(4, free.length))
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.every((one) => free.includes(one))).toBe(true)
        const fresh = free.filter((one) => !sentBefore.has(one)).length
        expect(chosen.filter((one) => !sentBefore.has(one))).toHaveLength(Math.min(4, fresh))
        expect(chosen.slice(0, Math.min(4, fresh)).every((one) => !sentBefore.has(one))).toBe(true)
      }),
    )
  })

  test('shuffles by the given source of randomness alone', () => {
    const choose = (seed: number) =>
      autoPopulated({
        favourites: [...'abcdefgh'],
        sentBefore: new Set(),
        taken: new Set(),
        most: 4,
        chance: randomOf(seed).next,
      }).join('')
    expect(choose(1)).toBe(choose(1))
    expect(new Set(Array.from({ length: 20 }, (_, seed) => choose(seed))).size).toBeGreaterThan(10)
  })
})

test('finds duplicate items, including links that differ in fragment or trailing slash', () => {
  expect(firstTwice(['a', 'b', 'a'])).toBe('a')
  expect(firstTwice(['a', 'b'])).toBeNull()
  expect(firstTwice(['https://a.example/talk', 'https://a.example/talk/#t=20'].map(keyOfLink))).not.toBeNull()
})

describe('The items a person gets', () => {
  const keys = ['a', 'b', 'c']
  test("are those they can open and haven't had", () => {
    const given = { keys, openable: new Set(['a', 'c']), had: new Set(['a']) }
    expect(itemsFor(given)).toEqual({ places: [2] })
  })
  test('are none, with the reason, if the person had them all or can open none', () => {
    expect(itemsFor({ keys, openable: new Set(keys), had: new Set(keys) })).toEqual({ reason: skippedItems.nothingNew })
    expect(itemsFor({ keys, openable: new Set(), had: new Set() })).toEqual({ reason: skippedItems.nothingToOpen })
  })
  test('never repeat over any number of runs', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), (runs) => {
        const had = new Set<string>()
        for (const run of runs) {
          const given = itemsFor({ keys: run, openable: new Set(run), had })
          for (const place of 'places' in given ? given.places : []) {
            expect(had.has(run[place]!)).toBe(false)
            had.add(run[place]!)
          }
        }
        expect(had).toEqual(new Set(runs.flat()))
      }),
    )
  })
})

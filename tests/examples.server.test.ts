// Checks that the API's examples match what it accepts and returns.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { exampleOf } from '#core/server/examples.ts'
import { product } from '#tests/flags.ts'

const parts = ['params', 'query', 'body', 'answer'] as const

test('has request and response examples for every route that its own schemas accept', () => {
  const wrong: string[] = []
  let checked = 0
  for (const { route } of product.routes) {
    const example = exampleOf(route)
    for (const part of parts) {
      const schema = route[part] as z.ZodType | undefined
      if (!schema) continue
      checked++
      const { when } = route
      const given = part === 'query' && when ? without(example.query as object, when) : example[part]
      const { success, error } = schema.safeParse(given)
      if (!success)
        wrong.push(
          `${route.name} ${part}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
        )
      if (part !== 'query' && given === undefined && !schema.safeParse(undefined).success)
        wrong.push(`${route.name} ${part}: none`)
    }
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(500)
})

const without = (query: object, names: object) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !(name in names)))

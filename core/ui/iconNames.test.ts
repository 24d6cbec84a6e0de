import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { iconNames } from './iconNames.ts'

test('every icon of the sprite is drawn somewhere', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['{app,core,features}/**/*.{ts,tsx}'], { cwd: root })
  const sources = files
    .filter((file) => !file.includes('iconNames'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const all = sources.join('\n')
  expect(iconNames.filter((name) => !all.includes(`"${name}"`) && !all.includes(`'${name}'`))).toEqual([])
})

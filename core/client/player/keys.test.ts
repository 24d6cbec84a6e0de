import { expect, test } from 'vitest'
import { commandOf, speedNext } from './keys.ts'

const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test('supports the usual keys of video players', () => {
  expect(commandOf(press(' '), 'DIV')).toEqual({ do: 'toggle' })
  expect(commandOf(press('K'), 'BUTTON')).toEqual({ do: 'toggle' })
  expect(commandOf(press('ArrowLeft'), 'INPUT')).toEqual({ do: 'move', by: -5 })
  expect(commandOf(press('7'), 'BUTTON')).toEqual({ do: 'goTo', share: 0.7 })
  expect(commandOf(press('>'), 'DIV')).toEqual({ do: 'speed', by: 1 })
})

test('leaves the standard keys of buttons and lists and browser shortcuts alone', () => {
  expect(commandOf(press(' '), 'BUTTON')).toBeUndefined()
  expect(commandOf(press('ArrowDown'), 'SELECT')).toBeUndefined()
  expect(commandOf(press('1'), 'SELECT')).toBeUndefined()
  expect(commandOf(press('f', { ctrlKey: true }), 'DIV')).toBeUndefined()
  expect(commandOf(press('Tab'), 'DIV')).toBeUndefined()
})

test('stops at the slowest and the fastest speed', () => {
  expect(speedNext([1, 1.5, 2], 1.5, 1)).toBe(2)
  expect(speedNext([1, 1.5, 2], 2, 1)).toBe(2)
  expect(speedNext([1, 1.5, 2], 1, -1)).toBe(1)
})

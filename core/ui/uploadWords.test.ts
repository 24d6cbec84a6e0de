import { expect, test } from 'vitest'
import type { UploadProgress } from '#core/client/upload.ts'
import { shareOf, uploadLabel } from './uploadWords.ts'

const MB = 1024 * 1024
const at = (state: UploadProgress['state'], sent: number, total: number): UploadProgress => ({
  state,
  sent,
  total,
  problem: null,
})
const said = (progress: UploadProgress) => uploadLabel(progress, 'deck.pdf', 'Reading')

test("shows an upload's progress in megabytes", () => {
  expect(said(at('sending', 2.44 * MB, 18.2 * MB))).toBe('Uploading deck.pdf… 2.4 of 18 MB')
  expect(said(at('sending', 100, 2000))).toBe('Uploading deck.pdf…')
})

test('describes finished and paused uploads', () => {
  expect(said(at('sending', 18 * MB, 18 * MB))).toBe('Reading deck.pdf…')
  expect(said(at('paused', 9 * MB, 18 * MB))).toBe('Paused: deck.pdf, 9 of 18 MB')
  expect(said(at('waiting', 0, 18 * MB))).toBe('Queued: deck.pdf, 0 of 18 MB')
  expect(said(at('done', 18 * MB, 18 * MB))).toBe('deck.pdf uploaded')
})

test('limits the share to 1, and returns 1 for an empty file', () => {
  expect(shareOf({ sent: 5, total: 10 })).toBe(0.5)
  expect(shareOf({ sent: 12, total: 10 })).toBe(1)
  expect(shareOf({ sent: 0, total: 0 })).toBe(1)
})

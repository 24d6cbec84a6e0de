import { expect, test } from 'vitest'
import { type PlaybackPosition, seenFirst, seenNow, stayed } from './otherDeviceProgress.ts'

const place = (time: string, second: number): PlaybackPosition => ({ at: `2026-11-23T${time}:00.000Z`, second })
const opened = seenFirst(place('09:00', 40))

test("doesn't mistake the page's own reports for another device, even when the server changes their instant", () => {
  const reported = seenNow(opened, place('09:10', 60), 60)
  expect(reported).toEqual(seenFirst(place('09:10', 60)))
  expect(seenNow(reported, place('09:08', 60), 60)).toEqual(seenFirst(place('09:08', 60)))
})

test('finds a later position from another device, even while this page plays, until the person stays here', () => {
  const seen = seenNow(opened, place('09:20', 462), null)
  expect(seen.other).toEqual(place('09:20', 462))
  const playing = seenNow(seen, place('09:21', 65), 65)
  expect(playing.other).toEqual(place('09:20', 462))
  const after = stayed(playing)
  expect(after).toEqual(seenFirst(place('09:21', 65)))
  expect(seenNow(after, place('09:20', 462), 65).other).toBeNull()
  expect(seenNow(after, place('09:30', 500), 65).other).toEqual(place('09:30', 500))
})

test('ignores the same position again once the person stays here before their own report counts', () => {
  const after = stayed(seenNow(opened, place('09:20', 462), null))
  expect(seenNow(after, place('09:20', 462), 70).other).toBeNull()
})

test("finds the other device's position even if one device's clock is ahead", () => {
  const ahead = seenNow(opened, place('12:00', 60), 60)
  const told = seenNow(ahead, place('09:10', 60), 60)
  expect(seenNow(told, place('09:11', 462), 60).other).toEqual(place('09:11', 462))
})

test('accepts the first position elsewhere in an unplayed lesson, and ignores earlier ones', () => {
  const never = seenFirst({ at: null, second: 0 })
  expect(seenNow(never, { at: null, second: 0 }, null)).toBe(never)
  expect(seenNow(never, place('09:00', 12), null).other).toEqual(place('09:00', 12))
  expect(seenNow(opened, place('08:00', 12), null)).toBe(opened)
})

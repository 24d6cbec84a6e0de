import { expect, test } from 'vitest'
import { type PlaybackPosition, seenFirst, seenNow, stayed } from './otherDeviceProgress.ts'

const place = (time: string, second: number): PlaybackPosition => ({ at: `2026-11-23T${time}:00.000Z`, second })
const opened = seenFirst(place('09:00', 40))

test('what the page itself has reported is no other place, also when the server sets its own instant', () => {
  const reported = seenNow(opened, place('09:10', 60), 60)
  expect(reported).toEqual(seenFirst(place('09:10', 60)))
  expect(seenNow(reported, place('09:08', 60), 60)).toEqual(seenFirst(place('09:08', 60)))
})

test('what another device has played later is another place, also while this page plays, until the person has stayed here', () => {
  const seen = seenNow(opened, place('09:20', 462), null)
  expect(seen.other).toEqual(place('09:20', 462))
  const playing = seenNow(seen, place('09:21', 65), 65)
  expect(playing.other).toEqual(place('09:20', 462))
  const after = stayed(playing)
  expect(after).toEqual(seenFirst(place('09:21', 65)))
  expect(seenNow(after, place('09:20', 462), 65).other).toBeNull()
  expect(seenNow(after, place('09:30', 500), 65).other).toEqual(place('09:30', 500))
})

test('who stays here before the own report counts does not hear of the same place again', () => {
  const after = stayed(seenNow(opened, place('09:20', 462), null))
  expect(seenNow(after, place('09:20', 462), 70).other).toBeNull()
})

test('a device whose clock is ahead still hears of the other one', () => {
  const ahead = seenNow(opened, place('12:00', 60), 60)
  const told = seenNow(ahead, place('09:10', 60), 60)
  expect(seenNow(told, place('09:11', 462), 60).other).toEqual(place('09:11', 462))
})

test('of a lesson that nobody has played before, the first place elsewhere counts; what is earlier does not', () => {
  const never = seenFirst({ at: null, second: 0 })
  expect(seenNow(never, { at: null, second: 0 }, null)).toBe(never)
  expect(seenNow(never, place('09:00', 12), null).other).toEqual(place('09:00', 12))
  expect(seenNow(opened, place('08:00', 12), null)).toBe(opened)
})

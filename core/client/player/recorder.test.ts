import { expect, test } from 'vitest'
import { mergePlayed } from '#core/contract/playing.ts'
import { Recorder } from './recorder.ts'

const play = (recorder: Recorder, from: number, to: number) => {
  for (let at = from; at <= to; at += 0.25) recorder.at(at)
}

test('reports continuous playback in adjacent ranges that merge into one', () => {
  const recorder = new Recorder()
  play(recorder, 0, 7.4)
  const first = recorder.take()
  play(recorder, 7.5, 12.25)
  const second = recorder.take()
  expect([first, second]).toEqual([[[0, 7.25]], [[7.25, 12.25]]])
  expect(mergePlayed(60, second, first)).toEqual([[0, 12]])
  expect(recorder.take()).toEqual([])
})

test("doesn't count parts skipped by a forward or backward seek as played", () => {
  const recorder = new Recorder()
  play(recorder, 0, 5)
  recorder.cut()
  play(recorder, 30, 35)
  recorder.cut()
  play(recorder, 3, 8)
  expect(mergePlayed(60, recorder.take())).toEqual([
    [0, 8],
    [30, 35],
  ])
})

test('starts a new range when a video restarts without a seek', () => {
  const recorder = new Recorder()
  play(recorder, 50, 60)
  play(recorder, 0, 2)
  expect(recorder.take()).toEqual([
    [50, 60],
    [0, 2],
  ])
})

test('records no range while the video is paused', () => {
  const recorder = new Recorder()
  recorder.at(9)
  recorder.at(9)
  recorder.cut()
  expect(recorder.take()).toEqual([])
})

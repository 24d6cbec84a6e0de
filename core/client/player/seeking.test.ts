import { expect, test } from 'vitest'
import { secondIn, seekTo } from './seeking.ts'

/** `end` completes the current seek. */
class Film extends EventTarget {
  seeking = false
  sought: number[] = []
  private second = 0
  get currentTime() {
    return this.second
  }
  set currentTime(second: number) {
    this.second = second
    this.seeking = true
    this.sought.push(second)
  }
  end(by = 'seeked') {
    this.seeking = false
    this.dispatchEvent(new Event(by))
  }
}
const aFilm = () => {
  const film = new Film()
  return { film, video: film as unknown as HTMLVideoElement }
}

test('performs only the first and last of several seeks, one after the other', () => {
  const { film, video } = aFilm()
  for (const second of [5, 10, 15, 7]) seekTo(video, second)
  expect(film.sought).toEqual([5])
  expect(secondIn(video)).toBe(7)
  film.end()
  expect(film.sought).toEqual([5, 7])
  film.end()
  expect(film.sought).toEqual([5, 7])
  expect(secondIn(video)).toBe(7)
})

test('skips a seek to the current destination', () => {
  const { film, video } = aFilm()
  for (const second of [5, 10, 5]) seekTo(video, second)
  film.end()
  expect(film.sought).toEqual([5])
  seekTo(video, 30)
  expect(film.sought).toEqual([5, 30])
})

test('seeks in a replaced source, and notifies listeners of each request', () => {
  const { film, video } = aFilm()
  const told: number[] = []
  video.addEventListener('seeking', () => told.push(secondIn(video)))
  for (const second of [5, 10, 20]) seekTo(video, second)
  film.end('loadedmetadata')
  expect(film.sought).toEqual([5, 20])
  expect(told).toEqual([10, 20])
})

test('waits for its own seek when the event of an earlier one comes late', () => {
  const { film, video } = aFilm()
  seekTo(video, 5)
  film.seeking = false
  for (const second of [10, 5]) seekTo(video, second)
  film.dispatchEvent(new Event('seeked'))
  expect(film.sought).toEqual([5, 10])
  film.end()
  expect(film.sought).toEqual([5, 10, 5])
})

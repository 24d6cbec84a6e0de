import { expect, test } from 'vitest'
import { sentInstant } from './sentInstant.ts'
import { instantOfWritten } from './writtenDate.ts'

const latest = '2026-11-20T12:00:00.000Z'

test.each([
  ['Tuesday, May 5, 2026 3:04 PM', '2026-05-05T13:04:00.000Z'],
  ['Tue, May 5, 2026 at 12:04 AM', '2026-05-04T22:04:00.000Z'],
  ['5 May 2026 at 15:04:10', '2026-05-05T13:04:10.000Z'],
  ['Dienstag, 5. Mai 2026 15:04', '2026-05-05T13:04:00.000Z'],
  ['Di., 3. März 2026 um 15:04 Uhr', '2026-03-03T14:04:00.000Z'],
  ['05.05.2026 um 15:04', '2026-05-05T13:04:00.000Z'],
  ['05.05.26 15:04', '2026-05-05T13:04:00.000Z'],
  ['mardi 5 mai 2026 15:04', '2026-05-05T13:04:00.000Z'],
  ['sam. 1er août 2026 à 15h04', '2026-08-01T13:04:00.000Z'],
  ['jeu. 9 juil. 2026 à 15:04', '2026-07-09T13:04:00.000Z'],
  ['martes, 5 de mayo de 2026 15:04', '2026-05-05T13:04:00.000Z'],
  ['mar, 5 ene 2026 a las 15:04', '2026-01-05T14:04:00.000Z'],
  ['Tue, 5 May 2026 15:04:00 -0500', '2026-05-05T20:04:00.000Z'],
  ['2026-05-05 15:04 GMT+02:00', '2026-05-05T13:04:00.000Z'],
  ['13/05/2026 15:04', '2026-05-13T13:04:00.000Z'],
  ['5/13/2026 3:04 PM', '2026-05-13T13:04:00.000Z'],
])('It reads the written date %s', (written, at) => {
  expect(instantOfWritten(written, 'Europe/Berlin', latest)).toBe(at)
})

test.each(['', 'yesterday', '31. Februar 2026', '05/06/2026 10:00', '5 juix 2026', 'May 2026', '5 May 2026 25:99'])(
  'It leaves the date %j unread',
  (written) => {
    expect(instantOfWritten(written, 'Europe/Berlin', latest)).toBeNull()
  },
)

test('It takes the arrival for a written date in the future', () => {
  expect(instantOfWritten('5 May 2031 10:00', 'UTC', latest)).toBe(latest)
})

test.each([
  ['Thu, 19 Nov 2026 10:15:00 +0100', '2026-11-19T09:15:00.000Z'],
  ['19 Nov 2026 10:15 GMT', '2026-11-19T10:15:00.000Z'],
  ['Thu, 19 Nov 26 10:15:60 EST (comment)', '2026-11-19T15:15:59.000Z'],
  ['Thu, 19 Nov 2026 23:15:00 -0900', '2026-11-20T08:15:00.000Z'],
  ['Fri, 20 Nov 2099 10:15:00 +0100', latest],
  ['Fri, 20 Nov 2026 12:00:01 +0000', latest],
  ['Thu, 31 Feb 2026 10:15:00 +0100', null],
  ['Thu, 1 Jan 1970 00:00:00 +0000', null],
  ['soon', null],
  ['', null],
])('It reads the header’s date %j', (written, at) => {
  expect(sentInstant(written, latest)).toBe(at)
})

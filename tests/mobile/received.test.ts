import { expect, test } from 'vitest'
import { withServer } from '../../wrappers/mobile/src/received.ts'

const SERVER = 'https://bd.firm.example'
const [org, file] = ['11111111-2222-3333-4444-555555555555', '66666666-7777-8888-9999-000000000000']

test('completes file URLs wherever a response contains them and changes nothing else', () => {
  const address = `/api/files/${org}/${file}?until=1&sig=x`
  const answer = {
    url: address,
    none: null,
    many: [{ poster: address, count: 3, is_on: true }],
    note: `See ${address}`,
    path: '/api/files/somewhere',
    other: `https://other.example${address}`,
  }
  expect(withServer(answer, SERVER)).toEqual({
    ...answer,
    url: SERVER + address,
    many: [{ poster: SERVER + address, count: 3, is_on: true }],
  })
  expect(withServer(undefined, SERVER)).toBeUndefined()
})

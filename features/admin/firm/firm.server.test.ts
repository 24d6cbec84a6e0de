import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#core/contract/session.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { routes as account } from '#features/account/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type AuditPage, auditRoutes } from '../audit/contract.ts'
import { defaultLists, type FirmProfile, firmRoutes as routes } from './contract.ts'

let api: Api
let admin: Client
let dana: Client
beforeAll(async () => {
  api = await openApi()
  const firm = await api.aFirm()
  admin = await api.aPerson(firm, { first_name: 'Ada', last_name: 'Admin', role: 'admin' })
  dana = await api.aPerson(firm)
})
afterAll(() => api.close())

const meOf = async (person: Client) => (await person.call<Me>(account.me)).body
const lastEntry = async () => (await admin.call<AuditPage>(auditRoutes.audit)).body.entries[0]!
const profile = {
  name: 'Hartwell & Stone LLP',
  time_zone: 'America/Los_Angeles',
  category_name: 'Firm',
  access: 'no',
} as const

async function upload(content: Buffer | string, name = 'logo.png', { by = admin, key = randomUUID() } = {}) {
  const edge = 'the-edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  const response = await api.http.inject({
    method: 'POST',
    url: '/api/admin/firm/logo',
    headers: {
      authorization: `Bearer ${by.token}`,
      'content-type': `multipart/form-data; boundary=${edge}`,
      'idempotency-key': key,
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return { status: response.statusCode, body: response.json() as FirmProfile & { message: string } }
}
const aPicture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 4, background: '#15397e' } })
    .toFormat(format)
    .toBuffer()
const anSvg = (inside: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${inside}</svg>`
const kept = async () => {
  const { rows } = await withOrg(api.database, admin.orgId, (tx) => tx.sql<{ id: string }>`select id from files`)
  const lying: string[] = []
  for await (const { key } of filesOf(api.database).bucket.list()) lying.push(key)
  return { rows: rows.length, lying: lying.length }
}
const pixelsOf = async (url: string) => {
  const { rawPayload, statusCode } = await api.http.inject({ url, headers: noHeaders })
  if (statusCode !== 200) return statusCode
  const { width, height, format } = await sharp(rawPayload).metadata()
  return `${format} ${width}×${height}`
}

describe('the profile', () => {
  test('lets a firm admin change it for everyone right away and logs the change', async () => {
    const name = 'Hartwell, Stone & Reyes LLP'
    const { status, body } = await admin.call<FirmProfile>(routes.editFirm, {
      body: { ...profile, name, access: 'yes' },
    })
    expect([status, body.name, body.access]).toEqual([200, name, 'yes'])
    expect((await meOf(dana)).Org).toMatchObject({ name, access: 'yes', category_name: 'Firm' })
    expect(await lastEntry()).toMatchObject({
      action: 'firm.changed',
      actor: 'Ada Admin',
      subject: name,
      details: { name: { from: 'Hartwell & Stone LLP', to: name }, access: { from: 'no', to: 'yes' } },
    })
  })

  test('returns an error for each invalid field', async () => {
    const { status, body } = await admin.call(routes.editFirm, {
      body: { name: ' ', time_zone: 'Mars/Olympus', category_name: 'Guild', access: 'maybe' },
    })
    expect([status, Object.keys(body.errors as object).sort()]).toEqual([
      400,
      ['access', 'category_name', 'name', 'time_zone'],
    ])
    const more = await admin.call(routes.editFirm, { body: { ...profile, subscriptions: {} } })
    expect(more.body.errors).toEqual({ body: 'The request sets a field that can’t be set.' })
  })

  test("moves every time in everyone's targets to a new time zone and syncs them to devices", async () => {
    const { body: made } = await dana.call<TargetTile>(targets.create, { body: aTarget() })
    const before = (await dana.call<Tiles>(targets.list, { query: { status: 'active' } })).body
    await admin.call(routes.editFirm, { body: { ...profile, time_zone: 'Asia/Tokyo' } })
    await expect
      .poll(
        async () => {
          const { body } = await dana.call<Tiles>(targets.list, { query: { after: before.cursor } })
          return body.tiles.find(({ id }) => id === made.id)?.created
        },
        { timeout: 10_000 },
      )
      .toSatisfy((created: string | undefined) => {
        const hours = (Date.parse(`${created}Z`) - Date.parse(`${made.created}Z`)) / 3600_000
        return hours === 17 || hours === 16
      })
    const { rows } = await withoutRls(
      api.database,
      (tx) => tx.sql<{ behind: number }>`select count(*)::int as behind from orgs where copies_after is not null`,
    )
    expect(rows[0]!.behind).toBe(0)
    await admin.call(routes.editFirm, { body: profile })
  })

  test('lets only admins read and change it', async () => {
    for (const route of [routes.firm, auditRoutes.audit, auditRoutes.auditFile])
      expect((await dana.call(route)).status, route.name).toBe(403)
    expect((await dana.call(routes.editFirm, { body: profile })).status).toBe(403)
    expect((await dana.call(routes.putLists, { body: defaultLists })).status).toBe(403)
    expect((await dana.call(routes.resetLists)).status).toBe(403)
    expect((await dana.call(routes.removeLogo)).status).toBe(403)
    expect((await upload(await aPicture(10, 10), 'logo.png', { by: dana })).status).toBe(403)
  })
})

describe('the logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('accepts %s and stores a PNG within the size limits', async (format) => {
    const { status, body } = await upload(await aPicture(2000, 500, format), `Our logo.${format}`)
    expect([status, await pixelsOf(body.logo.url)]).toEqual([200, 'png 512×128'])
    expect((await meOf(dana)).Org.logo.url).toBe(body.logo.url)
    expect(await lastEntry()).toMatchObject({ action: 'firm.logo_changed', details: { file: `Our logo.${format}` } })
    expect(await kept()).toEqual({ rows: 1, lying: 1 })
  })

  test('accepts an SVG and rasterizes it without running, loading, or storing any of its content', async () => {
    let asked = 0
    const spy = createServer((_, response) => {
      asked++
      response.end()
    })
    await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(spy.address() as AddressInfo).port}/x.png`
    const { status, body } = await upload(
      anSvg(
        `<rect width="40" height="20" fill="#15397e" onclick="alert(1)"/><image href="${at}" xlink:href="${at}" width="9" height="9"/>
         <image href="file:///etc/hostname" width="9" height="9"/><style>@import url(${at}); rect { background: url(${at}) }</style>
         <foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>`,
        '<?xml version="1.0"?><!-- drawn by hand -->\n',
      ),
      'logo.svg',
    )
    expect([status, await pixelsOf(body.logo.url)]).toEqual([200, 'png 512×256'])
    const { rawPayload, headers } = await api.http.inject({ url: body.logo.url })
    expect([headers['content-type'], rawPayload.includes('alert')]).toEqual(['image/png', false])
    expect(asked).toBe(0)
    spy.close()
  })

  test('rejects a script, a damaged or oversized file, or a bomb with a message, and changes nothing', async () => {
    const good = (await upload(await aPicture(100, 100))).body.logo.url
    const before = await kept()
    const picture = await aPicture(200, 200, 'jpeg')
    const script = 'This isn’t an image. Choose a PNG, JPEG, WEBP, or SVG file.'
    const cases: [string, Buffer | string, number, RegExp | string][] = [
      ['a script', "fetch('/api/user').then(alert)", 415, script],
      ['a page', '<!doctype html><script>alert(1)</script>', 415, script],
      ['a program', Buffer.from('MZ\x90\x00'), 415, script],
      ['a PDF', '%PDF-1.7', 415, script],
      ['a GIF', 'GIF89a\x01\x00\x01\x00', 415, script],
      ['nothing', '', 415, 'This file is empty.'],
      ['half a picture', picture.subarray(0, picture.length / 2), 415, /damaged/],
      [
        'a script that begins as a picture',
        Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>')]),
        415,
        /damaged/,
      ],
      [
        'an SVG with a script',
        anSvg('<script>alert(1)</script>'),
        415,
        'This SVG contains a script. Save it as plain SVG or PNG.',
      ],
      [
        'an SVG that grows',
        anSvg('<text>&b;</text>', '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
        415,
        /definitions/,
      ],
      [
        'an SVG of any size',
        '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><rect width="9" height="9"/></svg>',
        415,
        /too large for a logo/,
      ],
      [
        'too many pixels',
        await sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
        415,
        /too large for a logo/,
      ],
      [
        'too many bytes',
        Buffer.concat([picture, Buffer.alloc(6 * 1024 * 1024)]),
        413,
        'This file is larger than 5 MB.',
      ],
    ]
    for (const [what, content, status, message] of cases) {
      const answer = await upload(content)
      expect([what, answer.status], answer.body.message).toEqual([what, status])
      expect(answer.body.message, what).toMatch(message)
    }
    expect((await admin.call(routes.putLogo)).status).toBe(415)
    expect(await kept()).toEqual(before)
    expect((await meOf(admin)).Org.logo.url).toBe(good)
    expect(await pixelsOf(good)).toBe('png 100×100')
  })

  test('is stored once for a repeated upload, and removing it deletes its bytes', async () => {
    const key = randomUUID()
    const picture = await aPicture(50, 50)
    const [first, again] = [await upload(picture, 'a.png', { key }), await upload(picture, 'a.png', { key })]
    expect(again).toEqual(first)
    expect(await kept()).toEqual({ rows: 1, lying: 1 })
    expect((await upload(await aPicture(60, 60), 'a.png', { key })).status).toBe(409)
    expect(await kept()).toEqual({ rows: 1, lying: 1 })
    expect((await admin.call(routes.removeLogo)).status).toBe(204)
    expect((await admin.call(routes.removeLogo)).status).toBe(204)
    expect([await kept(), (await meOf(dana)).Org.logo.url]).toEqual([{ rows: 0, lying: 0 }, ''])
    expect(await pixelsOf(first.body.logo.url)).toBe(404)
    expect((await lastEntry()).action).toBe('firm.logo_removed')
  })
})

describe('the lists', () => {
  test('are the defaults until the firm sets its own, which everyone receives with the session', async () => {
    expect((await admin.call<FirmProfile>(routes.firm)).body).toMatchObject({
      lists: defaultLists,
      has_default_lists: true,
    })
    expect((await meOf(dana)).Org.lists).toBeUndefined()
    const lists = { ...defaultLists, lost_reasons: ['Pricing', 'Went in-house'], step_starters: ['Call', 'Write'] }
    expect((await admin.call(routes.putLists, { body: lists })).status).toBe(200)
    expect((await meOf(dana)).Org.lists).toEqual(lists)
    expect((await lastEntry()).details).toMatchObject({ step_starters: { added: ['Call', 'Write'] } })
    const { body } = await admin.call<FirmProfile>(routes.resetLists)
    expect([body.has_default_lists, (await meOf(dana)).Org.lists]).toEqual([true, undefined])
  })

  test('reject entries that no one could choose', async () => {
    const bad = { lost_reasons: [], objectives: ['x'.repeat(251)], step_starters: ['Call', 'call'] }
    const { status, body } = await admin.call(routes.putLists, { body: bad })
    expect([status, body.errors]).toEqual([
      400,
      {
        lost_reasons: 'Keep at least one.',
        'objectives.0': 'Maximum length is 250 characters',
        step_starters: 'Two entries are the same.',
      },
    ])
    const many = { ...defaultLists, lost_reasons: Array.from({ length: 21 }, (_, i) => `Reason ${i}`) }
    expect((await admin.call(routes.putLists, { body: many })).body.errors).toEqual({
      lost_reasons: 'The limit is 20.',
    })
  })
})

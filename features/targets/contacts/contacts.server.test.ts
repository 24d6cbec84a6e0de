// Tests contacts on Targets: their records, who sees them, and that Targets follow them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Contact, routes } from '#features/contacts/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

let api: Api
let orgId: string
let dana: Client
beforeAll(async () => {
  api = await openApi()
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
})
afterAll(() => api.close())

const create = async (person: Client, given: Parameters<typeof aTarget>[0]) => {
  const { status, body } = await person.call<TargetTile>(targets.create, { body: aTarget(given) })
  expect(status).toBe(200)
  return body
}
const read = async (person: Client, id: string) =>
  (await person.call<TargetTile>(targets.read, { params: { id } })).body
const contactsOf = async (person: Client, q?: string) =>
  (await person.call<{ contacts: Contact[]; cursor: string | null }>(routes.list, { query: { q } })).body.contacts
const contactOf = (person: Client, id: string) => person.call<Contact>(routes.read, { params: { id } })
const names = (all: { first_name: string; last_name: string }[]) =>
  all.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim())
const share = async (owner: Client, other: Client, id: string) => {
  const { body } = await owner.call<TargetTile>(targets.share, { params: { id, userId: other.actor.id }, body: {} })
  const { share_id } = body.collaborators.find(({ user_id }) => user_id === other.actor.id)!
  expect((await other.call(targets.acceptShare, { params: { id: share_id }, body: {} })).status).toBe(200)
}

describe('a Target’s contact', () => {
  test('is a contact with the Target’s company, email, and phone', async () => {
    const target = await create(dana, {
      company: 'Seven Oaks',
      contact: 'Anjali van der Merwe',
      contact_email: 'Anjali@SevenOaks.example',
      contact_phone: '+1 206 555 0100',
    })
    expect(target.contacts).toEqual([
      {
        id: expect.any(String),
        name: 'Anjali van der Merwe',
        role: 'Other',
        first: true,
        email: 'Anjali@SevenOaks.example',
        phone: '+1 206 555 0100',
      },
    ])
    expect(await read(dana, target.id)).toEqual(target)
    expect((await contactOf(dana, target.contacts![0]!.id)).body).toEqual({
      id: target.contacts![0]!.id,
      first_name: 'Anjali van der',
      last_name: 'Merwe',
      title: '',
      company: 'Seven Oaks',
      emails: ['Anjali@SevenOaks.example'],
      phones: ['+1 206 555 0100'],
      note: '',
      targets: [{ id: target.id, company: 'Seven Oaks', role: 'Other' }],
      last_touch: null,
      modified: expect.any(String),
    })
  })

  test('is the same contact on another Target with the address, in any case, and keeps what was typed', async () => {
    const first = await create(dana, { company: 'Oak One', contact: 'Jane Doe', contact_email: 'jane@oak.example' })
    const second = await create(dana, { company: 'Oak Two', contact: 'J. Doe', contact_email: 'JANE@OAK.example' })
    expect(second.contacts![0]!.id).toBe(first.contacts![0]!.id)
    expect([second.contact, second.contacts![0]!.name]).toEqual(['J. Doe', 'J. Doe'])
    const { body } = await contactOf(dana, first.contacts![0]!.id)
    expect([body.first_name, body.targets.map(({ company }) => company)]).toEqual(['Jane', ['Oak Two', 'Oak One']])
  })

  test('is the same contact by name at the same company, but not with another address', async () => {
    const first = await create(dana, { company: 'Elm Inc.', contact: 'Max Moe', contact_email: '' })
    const same = await create(dana, { company: 'ELM', contact: 'Moe, Max', contact_email: 'max@elm.example' })
    const other = await create(dana, { company: 'Elm', contact: 'Max Moe', contact_email: 'max.moe@elm.example' })
    expect(same.contacts![0]!.id).toBe(first.contacts![0]!.id)
    expect(other.contacts![0]!.id).not.toBe(first.contacts![0]!.id)
    expect((await contactOf(dana, first.contacts![0]!.id)).body.emails).toEqual(['max@elm.example'])
  })

  test('is corrected by an edit of the Target, and replaced by another person', async () => {
    const target = await create(dana, { company: 'Ash', contact: 'Lena Ohm', contact_email: 'lena@ash.example' })
    const [lena] = target.contacts!
    const edit = (body: object) => dana.call<TargetTile>(targets.edit, { params: { id: target.id }, body })
    const { body: renamed } = await edit({ contact: 'Lena Ohm-Marsh', contact_email: 'lena@ash.example' })
    expect(renamed.contacts![0]!.id).toBe(lena!.id)
    expect(names([(await contactOf(dana, lena!.id)).body])).toEqual(['Lena Ohm-Marsh'])
    const { body: replaced } = await edit({ contact: 'Tom Birch', contact_email: 'tom@ash.example' })
    expect(replaced.contacts).toHaveLength(1)
    expect(replaced.contacts![0]!.id).not.toBe(lena!.id)
    expect(names([(await contactOf(dana, lena!.id)).body])).toEqual(['Lena Ohm-Marsh'])
    const { body: emptied } = await edit({ contact: '', contact_email: '', contact_phone: '' })
    expect(emptied.contacts).toEqual([])
  })

  test('keeps the name of a contact that other Targets use', async () => {
    const one = await create(dana, { company: 'Fir A', contact: 'Ida Fox', contact_email: 'ida@fir.example' })
    await create(dana, { company: 'Fir B', contact: 'Ida Fox', contact_email: 'ida@fir.example' })
    const body = { contact: 'Ida Foxx', contact_email: 'ida.fox@fir.example' }
    const { body: edited } = await dana.call<TargetTile>(targets.edit, { params: { id: one.id }, body })
    expect([edited.contact, edited.contact_email]).toEqual(['Ida Foxx', 'ida.fox@fir.example'])
    const { body: ida } = await contactOf(dana, one.contacts![0]!.id)
    expect([names([ida]), ida.emails]).toEqual([['Ida Fox'], ['ida.fox@fir.example', 'ida@fir.example']])
  })
})

describe('contacts of a Target', () => {
  test('are added, get roles, become first, and are removed, and the Target’s fields follow', async () => {
    const target = await create(dana, { company: 'Yew', contact: 'Ann Low', contact_email: 'ann@yew.example' })
    const on = { id: target.id }
    const { body: added } = await dana.call<TargetTile>(targets.addContact, {
      params: on,
      body: {
        contact: { first_name: 'Bo', last_name: 'High', title: 'CFO', emails: ['bo@yew.example'] },
        role: 'Decision maker',
      },
    })
    expect(added.contacts!.map(({ name, role, first }) => [name, role, first])).toEqual([
      ['Ann Low', 'Other', true],
      ['Bo High', 'Decision maker', false],
    ])
    const bo = added.contacts![1]!
    expect((await contactOf(dana, bo.id)).body).toMatchObject({ title: 'CFO', emails: ['bo@yew.example'] })
    const { body: led } = await dana.call<TargetTile>(targets.changeContact, {
      params: { ...on, contactId: bo.id },
      body: { first: true, role: 'Influencer' },
    })
    expect([led.contact, led.contact_email, led.contacts!.map(({ name }) => name)]).toEqual([
      'Bo High',
      'bo@yew.example',
      ['Bo High', 'Ann Low'],
    ])
    expect(await read(dana, target.id)).toEqual(led)
    const { body: left } = await dana.call<TargetTile>(targets.removeContact, { params: { ...on, contactId: bo.id } })
    expect([left.contact, left.contact_email, left.contacts!.length]).toEqual(['Ann Low', 'ann@yew.example', 1])
    // Removed from its last Target, the contact stays with the person who removed it.
    expect((await contactOf(dana, bo.id)).body.targets).toEqual([])
    const again = await dana.call<TargetTile>(targets.addContact, {
      params: on,
      body: { contact_id: bo.id, role: 'Other' },
    })
    expect(again.body.contacts!.map(({ name, email }) => [name, email])).toEqual([
      ['Ann Low', 'ann@yew.example'],
      ['Bo High', 'bo@yew.example'],
    ])
  })

  test('are at most 20, each once, with roles of the firm', async () => {
    const target = await create(dana, { company: 'Larch', contact: 'One Only', contact_email: '' })
    const add = (body: object) =>
      dana.call<{ message: string }>(targets.addContact, { params: { id: target.id }, body })
    expect((await add({ contact_id: target.contacts![0]!.id })).status).toBe(409)
    expect((await add({ contact: { last_name: 'X' }, role: 'Boss' })).status).toBe(400)
    expect((await add({ contact: { title: 'CEO' } })).status).toBe(400)
    expect((await add({ contact_id: randomUUID() })).status).toBe(404)
    for (let i = 2; i <= 20; i++) expect((await add({ contact: { last_name: `No ${i}` } })).status).toBe(200)
    expect((await add({ contact: { last_name: 'One too many' } })).body.message).toBe(
      'A Target can have up to 20 contacts.',
    )
  })
})

describe('a contact', () => {
  test('changes on every Target whose first contact it is, and for colleagues on them', async () => {
    const kim = await api.aPerson(orgId)
    const one = await create(dana, { company: 'Oslo', contact: 'Per Dahl', contact_email: 'per@oslo.example' })
    const two = await create(kim, { company: 'Oslo', contact: 'Per Dahl', contact_email: 'per@oslo.example' })
    expect(one.contacts![0]!.id).toBe(two.contacts![0]!.id)
    const { status, body } = await dana.call<Contact>(routes.edit, {
      params: { id: one.contacts![0]!.id },
      body: { last_name: 'Dahl-Moen', emails: ['per@dahl.example', 'per@oslo.example'], title: 'COO' },
    })
    expect([status, body.title, body.targets.length]).toEqual([200, 'COO', 1])
    for (const [person, id] of [
      [dana, one.id],
      [kim, two.id],
    ] as const) {
      const tile = await read(person, id)
      expect([tile.contact, tile.contact_email]).toEqual(['Per Dahl-Moen', 'per@dahl.example'])
      expect(tile.contacts![0]!.name).toBe('Per Dahl-Moen')
    }
    const history = await kim.call<{ events: { kind: string; name: string; data: object }[] }>(routes.history, {
      params: { id: one.contacts![0]!.id },
    })
    expect(history.body.events[0]).toMatchObject({
      kind: 'contactEdited',
      name: 'Dana Reyes',
      data: { before: { last_name: 'Dahl' } },
    })
  })

  test('has addresses that no other contact has', async () => {
    const one = await create(dana, { company: 'Bergen', contact: 'Kari Berg', contact_email: 'kari@bergen.example' })
    const { body: other } = await dana.call<Contact>(routes.create, {
      body: { last_name: 'Nor', emails: ['nor@bergen.example'] },
    })
    const taken = await dana.call<{ message: string }>(routes.edit, {
      params: { id: other.id },
      body: { emails: ['KARI@bergen.example'] },
    })
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'Kari Berg already has the address kari@bergen.example. Merge the two contacts instead.',
    ])
    expect((await contactOf(dana, other.id)).body.emails).toEqual(['nor@bergen.example'])
    expect((await contactOf(dana, one.contacts![0]!.id)).body.emails).toEqual(['kari@bergen.example'])
  })

  test('keeps every address that 16 people add at the same time', async () => {
    const target = await create(dana, { company: 'Many', contact: 'Mia Many', contact_email: 'mia@many.example' })
    const { id } = target.contacts![0]!
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        dana.call<Contact>(routes.edit, {
          params: { id },
          body:
            i < 3
              ? { emails: ['mia@many.example', `mia${i}@many.example`], base: { emails: ['mia@many.example'] } }
              : { note: `Note ${i}` },
        }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual(Array(16).fill(200))
    const { body } = await contactOf(dana, id)
    expect([...body.emails].sort()).toEqual([
      'mia0@many.example',
      'mia1@many.example',
      'mia2@many.example',
      'mia@many.example',
    ])
    const { body: history } = await dana.call<{ events: { data: { after: { note?: string } } }[] }>(routes.history, {
      params: { id },
    })
    expect(history.events.flatMap(({ data }) => data.after.note ?? [])).toHaveLength(13)
  })
})

describe('who sees a contact', () => {
  let orgId: string
  let owner: Client
  let colleague: Client
  beforeAll(async () => {
    orgId = await api.aFirm()
    owner = await api.aPerson(orgId, { first_name: 'Olga' })
    colleague = await api.aPerson(orgId)
  })

  test('is decided by its Targets: only those who take part, and no one else', async () => {
    const target = await create(owner, { company: 'Seen', contact: 'Sam Seen', contact_email: 'sam@seen.example' })
    const { id } = target.contacts![0]!
    expect((await contactOf(colleague, id)).status).toBe(404)
    expect(await contactsOf(colleague, 'sam')).toEqual([])
    await share(owner, colleague, target.id)
    expect((await contactOf(colleague, id)).body.targets).toEqual([{ id: target.id, company: 'Seen', role: 'Other' }])
    expect(names(await contactsOf(colleague, 'sam'))).toEqual(['Sam Seen'])
    const { collaborators } = await read(owner, target.id)
    const { share_id } = collaborators.find(({ user_id }) => user_id === colleague.actor.id)!
    await owner.call(targets.revokeShare, { params: { id: share_id }, body: {} })
    expect((await contactOf(colleague, id)).status).toBe(404)
  })

  test('doesn’t show that an address belongs to a contact on a private Target', async () => {
    const secret = await create(owner, {
      company: 'Secret',
      contact: 'Sue Secret',
      contact_email: 'sue@secret.example',
      private: true,
    })
    const mine = await create(colleague, { company: 'Open', contact: 'S. Secret', contact_email: 'sue@secret.example' })
    expect(mine.contacts![0]!.id).not.toBe(secret.contacts![0]!.id)
    expect((await contactOf(colleague, mine.contacts![0]!.id)).body).toMatchObject({
      first_name: 'S.',
      company: 'Open',
    })
    const third = await colleague.call(routes.create, { body: { last_name: 'Guess', emails: ['only@secret.example'] } })
    expect(third.status).toBe(200)
    // The owner’s own contact with the address stays theirs, and isn’t mixed with the firm’s.
    expect((await contactOf(owner, secret.contacts![0]!.id)).body.targets.map(({ company }) => company)).toEqual([
      'Secret',
    ])
  })

  test('changes with the Target’s privacy, owner, and end', async () => {
    const target = await create(owner, {
      company: 'Turn',
      contact: 'Tim Turn',
      contact_email: 'tim@turn.example',
      private: true,
    })
    const { id } = target.contacts![0]!
    const isPrivate = async () =>
      withoutRls(
        api.database,
        async (tx) =>
          (await tx.sql<{ is_private: boolean }>`select is_private from contacts where id = ${id}`).rows[0]!.is_private,
      )
    expect(await isPrivate()).toBe(true)
    await owner.call(targets.edit, { params: { id: target.id }, body: { private: false } })
    expect(await isPrivate()).toBe(false)
    const mine = await create(colleague, { company: 'Turn', contact: 'Tim Turn', contact_email: 'tim@turn.example' })
    expect(mine.contacts![0]!.id).toBe(id)
    await owner.call(targets.handOver, { params: { id: target.id }, body: { user_id: colleague.actor.id } })
    expect((await contactOf(owner, id)).status).toBe(404)
    expect((await contactOf(colleague, id)).body.targets).toHaveLength(2)
    for (const one of [target.id, mine.id]) {
      expect((await colleague.call(targets.trash, { params: { id: one }, body: {} })).status).toBe(200)
      expect((await colleague.call(targets.destroy, { params: { id: one } })).status).toBe(204)
    }
    expect((await contactOf(colleague, id)).status).toBe(404)
  })

  test('is in each device’s feed', async () => {
    const target = await create(owner, { company: 'Feed', contact: 'Fay Feed', contact_email: 'fay@feed.example' })
    const pull = async (person: Client, after: string) =>
      (
        await person.call<{ collections: { contacts: { rows: Contact[]; gone: string[]; cursor: string } } }>(
          feedRoutes.changes,
          { query: { after } },
        )
      ).body.collections.contacts
    const { cursor, rows } = await pull(owner, 'contacts')
    expect(rows.find(({ id }) => id === target.contacts![0]!.id)).toEqual(
      (await contactOf(owner, target.contacts![0]!.id)).body,
    )
    await owner.call(routes.edit, { params: { id: target.contacts![0]!.id }, body: { title: 'CEO' } })
    expect((await pull(owner, `contacts:${cursor}`)).rows.map(({ title }) => title)).toEqual(['CEO'])
    const before = await pull(colleague, 'contacts')
    await share(owner, colleague, target.id)
    const after = await pull(colleague, `contacts:${before.cursor}`)
    expect(after.rows.map(({ id }) => id)).toEqual([target.contacts![0]!.id])
  })
})

describe('finding contacts', () => {
  test('matches beginnings of names, addresses, and companies, folded, in pages', async () => {
    const firm = await api.aFirm()
    const finder = await api.aPerson(firm)
    await create(finder, { company: 'Café Łódź', contact: 'Zoë Żak', contact_email: 'zoe.z@lodz.example' })
    for (let i = 0; i < 60; i++)
      await create(finder, { company: 'Sixty', contact: `Person Number${i}`, contact_email: `p${i}@sixty.example` })
    for (const q of ['zoe', 'ZAK', 'cafe', 'lodz', 'zoe zak', 'zoe.z@lodz.example', 'zoe.z@'])
      expect([q, names(await contactsOf(finder, q))]).toEqual([q, ['Zoë Żak']])
    expect(await contactsOf(finder, 'oe')).toEqual([])
    expect(await contactsOf(finder, '***')).toEqual([])
    const first = await finder.call<{ contacts: Contact[]; cursor: string }>(routes.list, { query: { q: 'sixty' } })
    const rest = await finder.call<{ contacts: Contact[]; cursor: null }>(routes.list, {
      query: { q: 'sixty', after: first.body.cursor },
    })
    expect([first.body.contacts.length, rest.body.contacts.length, rest.body.cursor]).toEqual([50, 10, null])
    expect(new Set([...first.body.contacts, ...rest.body.contacts].map(({ id }) => id)).size).toBe(60)
    expect((await finder.call(routes.list, { query: { after: 'x' } })).status).toBe(400)
  })
})

test('a new Target’s contact gets the role that was chosen with it, and an unknown one is refused', async () => {
  const create = (given: object) =>
    dana.call<TargetTile & { errors: Record<string, string> }>(targets.create, { body: { ...aTarget(), ...given } })
  expect((await create({ contact: 'Ola Berg', contact_email: '', contact_role: 'Gatekeeper' })).body.contacts).toEqual([
    expect.objectContaining({ name: 'Ola Berg', role: 'Gatekeeper', first: true }),
  ])
  const refused = await create({ contact_role: 'Boss' })
  expect([refused.status, refused.body.errors.contact_role]).toEqual([
    400,
    'Choose one of these roles: Decision maker, Influencer, Gatekeeper, Introducer, Other.',
  ])
})

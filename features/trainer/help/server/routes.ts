// Endpoints for step help. A firm's links precede those of operators for all firms.

import { sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { formatPosition } from '#core/contract/playing.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { defineHandler, type Handler, type Policy } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { trainerFlag } from '../../flagsContract.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { type HelpLink, type HelpLinks, helpLimits, routes, type StepHelpLink } from '../contract.ts'
import { starterKey } from '../starters.ts'
import { type HelpViewer, type OpenableAssets, type Places, placesOf, shownHelp } from './places.ts'

const isVendors = ({ actor }: Pick<SignedInSession, 'actor'>) => actor.role === 'operator'

/** Allows firm admins for their firm, and operators for all firms. */
const editors: Policy = {
  name: 'editsStepHelp',
  isPublic: false,
  allows: (session) =>
    isVendors(session) || (session.actor.role === 'admin' && isFeatureOn(session.org.subscriptions, trainerFlag)),
}

export const helpRoutes = (openable: OpenableAssets): Handler[] => [
  defineHandler(routes.help, forLearners, ({ tx, session, now }) => helpFor(tx, openable, { session, now })),
  defineHandler(routes.links, editors, ({ tx, session, now }) => linksFor(tx, openable, { session, now })),
  defineIdempotentHandler(routes.setHelp, editors, {
    ready: ({ database, session, body: { links }, now }) =>
      withOrg(database, session.org.id, (tx) => named(tx, openable, links, { session, now }), { isQuiet: true }),
    within: ({ database, session }, _, work) =>
      isVendors(session)
        ? withoutRls(database, (tx) => work(tx, undefined))
        : withOrg(database, session.org.id, (tx) => work(tx, undefined)),
    async change(tx, { session, body: { starter, links } }, names) {
      await (isVendors(session) ? saveVendors : saveFirms)(tx, starterKey(starter), links)
      await audit(tx, session, { action: 'step_help.changed', subject: { name: starter }, details: { links: names } })
      return undefined
    },
  }),
]

type Stored = { starter: string; links: HelpLink[] }

async function helpFor(tx: Tx, openable: OpenableAssets, asker: HelpViewer): Promise<StepHelpLink> {
  const { rows } = await tx.sql<Stored>`
    select starter, links from (select starter, links, 0 as place from firm_step_help where org_id = ${currentOrgId}
      union all select starter, links, 1 from step_help) every order by starter, place`
  const places = await placesOf(
    tx,
    asker.session,
    openable,
    rows.flatMap(({ links }) => links),
  )
  const help = [...Map.groupBy(rows, ({ starter }) => starter)].map(([starter, stored]) => {
    const links = stored.flatMap((one) => one.links).flatMap((link) => shownHelp(link, places, asker) ?? [])
    const paths = links.map(({ path }) => path)
    const different = links.filter(({ path }, at) => paths.indexOf(path) === at)
    return { starter, links: different.slice(0, helpLimits.links) }
  })
  return { help: help.filter(({ links }) => links.length > 0) }
}

async function linksFor(tx: Tx, openable: OpenableAssets, asker: HelpViewer): Promise<HelpLinks> {
  const { session } = asker
  const table = sql.table(isVendors(session) ? 'step_help' : 'firm_step_help')
  const isTheirs = isVendors(session) ? sql`true` : sql`org_id = ${currentOrgId}`
  const { rows } = await tx.sql<Stored>`select starter, links from ${table} where ${isTheirs} order by starter`
  const places = ofAll(await placesOf(tx, session, openable, null), session)
  const sheets = new Map(
    [...places.sheets.values()].map(({ lesson_id, id, questions }) => [lesson_id, { id, questions }]),
  )
  return {
    help: rows
      .map(({ starter, links }) => ({
        starter,
        links: links.filter((link) => shownHelp(link, places, asker) !== null),
      }))
      .filter(({ links }) => links.length > 0),
    lessons: [...places.lessons.values()].map(({ place: _, ...lesson }) => ({
      ...lesson,
      worksheet: sheets.get(lesson.id) ?? null,
    })),
    assets: [...places.assets.values()].map(({ id, name }) => ({ id, name })),
  }
}

/** For operators, leaves out places of a single firm. */
const ofAll = (places: Places, session: SignedInSession): Places =>
  isVendors(session)
    ? { ...places, lessons: new Map([...places.lessons].filter(([, { place }]) => place !== null)), assets: new Map() }
    : places

const missing: Record<HelpLink['kind'], string> = {
  lesson: 'No lesson found with the specific id.',
  question: cannotFind('question'),
  asset: cannotFind('asset'),
}

/**
 * Returns the names of the links for the audit log. Throws 404 for places that the caller can't open, and 400 for a
 * time after the end and for duplicates.
 */
async function named(tx: Tx, openable: OpenableAssets, links: HelpLink[], asker: HelpViewer): Promise<string[]> {
  const places = ofAll(await placesOf(tx, asker.session, openable, links), asker.session)
  const names = links.map((link, at) => {
    const place = shownHelp(link, places, asker)
    if (!place) throw notFound(missing[link.kind])
    if (link.kind !== 'lesson') return place.title
    const { seconds } = places.lessons.get(link.id)!
    if (link.second > 0 && link.second >= seconds)
      throw invalid({ [`links.${at}.second`]: `This lesson ends at ${formatPosition(seconds)}.` })
    return `${place.title}, ${formatPosition(link.second)}`
  })
  const different = new Set(links.map((link) => JSON.stringify(link)))
  if (different.size < links.length) throw invalid({ links: 'Two links are the same.' })
  return names
}

const none = (links: HelpLink[]) => links.length === 0

/** Needs a transaction outside of RLS. */
export async function saveVendors(tx: Tx, starter: string, links: HelpLink[]): Promise<void> {
  await tx.run(
    none(links)
      ? sql`delete from step_help where starter = ${starter}`
      : sql`insert into step_help (starter, links) values (${starter}, ${JSON.stringify(links)}::jsonb)
        on conflict (starter) do update set links = excluded.links, changed_at = excluded.changed_at`,
  )
}

async function saveFirms(tx: Tx, starter: string, links: HelpLink[]): Promise<void> {
  await tx.run(
    none(links)
      ? sql`delete from firm_step_help where org_id = ${currentOrgId} and starter = ${starter}`
      : sql`insert into firm_step_help (org_id, starter, links) values (${currentOrgId}, ${starter}, ${JSON.stringify(links)}::jsonb)
        on conflict (org_id, starter) do update set links = excluded.links, changed_at = excluded.changed_at`,
  )
}

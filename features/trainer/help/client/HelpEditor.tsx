import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { stepStarters } from '#features/targets/forms/contract.ts'
import type { HelpLinks } from '../contract.ts'
import { helpLinksQuery } from '../queries.ts'
import { starterKey } from '../starters.ts'
import s from './HelpEditor.module.css'
import { LinksDialog } from './LinksDialog.tsx'
import { lineOf } from './linkForm.ts'

/** Edits the help for steps that begin with a word. Admins edit their firm's, operators that of all firms. */
export function HelpEditor({ isOffline }: TabProps) {
  const session = useSession()
  const asked = useQuery(helpLinksQuery, undefined)
  const { value: known, refresh } = asked
  const [editing, setEditing] = useState<string | null>(null)
  const isVendors = session?.user.role === 'operator'
  const offered = isVendors ? stepStarters : (session?.Org.lists?.step_starters ?? stepStarters)
  const starters = known ? withLinked(offered, known) : []
  const linksOf = (starter: string) => known?.help.find((one) => one.starter === starterKey(starter))?.links ?? []
  return (
    <section className={s.part} aria-labelledby="step-help">
      <h2 className="mb4" id="step-help">
        Help with steps
      </h2>
      <p className="mb16 dim">
        {isVendors
          ? 'When a step starts with one of these words, people see up to three helpful links beside it. Links added by their own firm come first.'
          : 'When a step starts with one of these words, your people see up to three helpful links beside it. Your links come first; if there’s room, Pursuit’s follow.'}
      </p>
      <AnswerState isAwaited of={asked} />
      {known && (
        <ul aria-label="Step starters">
          {starters.map((starter) => (
            <li key={starter} className={`grid gap16 ruled ${s.row}`}>
              <b className={`break strong ${s.starter}`}>{starter}</b>
              <ul className={s.links} aria-label={`Links for ${starter}`}>
                {linksOf(starter).map((link) => (
                  <li key={JSON.stringify(link)} className="break">
                    {lineOf(link, known)}
                  </li>
                ))}
                {linksOf(starter).length === 0 && <li className="dim">No links yet</li>}
              </ul>
              <Button
                variant="default"
                aria-label={`Edit help for ${starter}`}
                disabled={isOffline}
                onClick={() => setEditing(starter)}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
      {known && editing !== null && (
        <LinksDialog
          key={editing}
          starter={editing}
          links={linksOf(editing)}
          known={known}
          hasAssets={!isVendors && known.assets.length > 0}
          onClose={() => setEditing(null)}
          onSaved={refresh}
        />
      )}
    </section>
  )
}

/** Adds words that are no longer offered but still have links. */
function withLinked(offered: readonly string[], { help }: HelpLinks): string[] {
  const keys = new Set(offered.map(starterKey))
  return [...offered, ...help.flatMap(({ starter }) => (keys.has(starter) ? [] : starter))]
}

import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRouter } from '#core/client/router/useRouter.ts'
import { useTitle } from '#core/client/title.ts'
import { formatAmount } from '#core/contract/money.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import panel from '#core/ui/sidePanel.module.css'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { sumsOf } from '../company.ts'
import { companyPath, MOST_TARGETS } from '../contract.ts'
import s from './Company.module.css'
import { CompanyHistory } from './CompanyHistory.tsx'
import { CompanyOverlaps } from './CompanyOverlaps.tsx'
import { CompanyPeople } from './CompanyPeople.tsx'
import { CompanyTargets } from './CompanyTargets.tsx'
import { MergeCompaniesDialog } from './MergeCompaniesDialog.tsx'
import { MergedNames } from './MergedNames.tsx'
import { type CompanySeen, useCompany } from './useCompany.ts'

/**
 * The page /company/$name with contacts, targets, and history. `was` is the name in the link if the company was
 * renamed.
 */
export function CompanyPage({ name, was }: { name: string; was: string }) {
  const company = useCompany(name)
  const router = useRouter()
  useTitle(company.name)
  const { movedTo } = company
  useEffect(() => {
    if (movedTo) router.history.replace(`${companyPath(movedTo)}?was=${encodeURIComponent(name)}`)
  }, [movedTo, name, router])
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back()
    else router.history.push('/targets/active')
  }
  return (
    <div className="shrink">
      <nav className={s.crumb} aria-label="Company">
        <Button
          variant="subtle"
          color="gray"
          className={`dim ${s.back}`}
          leftSection={<Icon name="arrow-left" stroke={1.75} />}
          onClick={goBack}
        >
          Back
        </Button>
      </nav>
      <Content company={company} was={was} />
    </div>
  )
}

function Content({ company, was }: { company: CompanySeen; was: string }) {
  const { name, targets, isAwaited, isOffline, isWhole, problem } = company
  const [isMerging, setMerging] = useState(false)
  const create = (
    <Button
      variant={targets.length > 0 ? 'default' : 'filled'}
      leftSection={<Icon name="plus" stroke={2} />}
      onClick={() => targetDialogs.create({ company: name })}
    >
      {targetLabels.newTarget}
    </Button>
  )
  if (targets.length === 0 && isAwaited) return <LoadingPlaceholder />
  if (targets.length === 0)
    return (
      <EmptyState level={1} title={`You don’t have any Targets at ${name.replace(/\.$/, '')}.`} action={create}>
        {isOffline && <p>None on this device. Your team’s Targets appear when you’re online.</p>}
        <Problem>{problem}</Problem>
      </EmptyState>
    )
  return (
    <>
      <header className={s.head}>
        <div className="grow">
          <h1 className="break">{name}</h1>
          {was && <p className="break pretty dim mt2">Formerly {was}.</p>}
          <MergedNames company={company} />
          <Sums company={company} />
        </div>
        <div className="flex wrap gap8">
          <Button
            variant="default"
            leftSection={<Icon name="arrows-join" />}
            disabled={isOffline}
            onClick={() => setMerging(true)}
          >
            Merge
          </Button>
          {create}
        </div>
      </header>
      {isOffline && (
        <p className="break pretty dim mb16 mt2" role="status">
          {isWhole
            ? 'You’re offline. Your own Targets are current on this device; everything else is from your last sync.'
            : 'You’re offline. These are the Targets on this device. Your team’s Targets, overlaps, and full history appear when you’re online.'}
        </p>
      )}
      <Problem>{problem}</Problem>
      <div className={`grid ${panel.cols} ${s.cols}`}>
        <CompanyTargets targets={targets} />
        <aside className={`card shrink ${panel.side} stack gap24 ${s.side}`} aria-label="People and overlaps">
          <CompanyPeople name={name} targets={targets} />
          <CompanyOverlaps overlaps={company.overlaps} />
        </aside>
        <CompanyHistory company={company} />
      </div>
      {isMerging && <MergeCompaniesDialog company={company} onClose={() => setMerging(false)} />}
      {company.isCut && <p className="cap">Showing the {MOST_TARGETS} newest Targets.</p>}
    </>
  )
}

function Sums({ company: { targets } }: { company: CompanySeen }) {
  const { projected, won } = sumsOf(targets)
  return (
    <p className={`flex wrap dim mt2 ${s.sums} num`}>
      <span>{targets.length === 1 ? '1 Target' : `${targets.length} Targets`}</span>
      {projected > 0 && (
        <span>
          <b>{formatAmount(projected)}</b> projected
        </span>
      )}
      {won > 0 && (
        <span className={s.won}>
          <b>{formatAmount(won)}</b> won
        </span>
      )}
    </p>
  )
}

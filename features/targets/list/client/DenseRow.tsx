import { Button } from '@mantine/core'
import { memo } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useRow } from '#core/client/sync.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Value } from '#core/ui/Value.tsx'
import { shortNameOf, targetDisplayName, targetLabels } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { DEFAULT_STEP, targetEndpoints } from '../../contract.ts'
import { openTask, tileOf } from '../../facts.ts'
import s from './DenseList.module.css'
import { SelectBox } from './SelectBox.tsx'
import { TileMoney } from './TileMoney.tsx'
import { TileWhen } from './TileWhen.tsx'

const TileEdit = lazyComponent(() => import('./TileEdit.tsx').then((file) => file.TileEdit))

type Props = {
  id: string
  today: string
  isFlipped: boolean
  onFlip: (id: string | null) => void
}

/** One target in the dense list. Rendered again only when its own row changes. */
export const DenseRow = memo(function DenseRow({ id, today, isFlipped, onFlip }: Props) {
  const target = useRow(targetEndpoints, id)
  const place = useTargetPlace()
  if (!target) return null
  if (isFlipped)
    return (
      <div className={`ruledBelow ${s.edit}`} data-tile={id}>
        <TileEdit id={id} onDone={() => onFlip(null)} />
      </div>
    )
  const tile = tileOf(target, today)
  const name = shortNameOf(tile)
  const step = openTask(tile)
  return (
    <div data-tile={id}>
      <article
        className={`grid middle gap12 relative ruledBelow ${s.row}`}
        data-temporary={tile.isTemp || undefined}
        aria-label={targetDisplayName(tile)}
      >
        <SelectBox id={id} name={name} isInline />
        <h3 className={`body strong ${s.company} one`}>
          <a href={place.pathOf(id)} title={targetDisplayName(tile)} data-act="open">
            {name}
          </a>
        </h3>
        <span className={`dim size14 ${s.contact} one`}>{tile.company ? tile.contact : ''}</span>
        <span className={`shrink ${s.stepCell}`}>
          {tile.status === 'active' ? (
            <button
              type="button"
              tabIndex={-1}
              className={`bare row gap8 relative rounded ${s.step}`}
              title={targetLabels.nextStep}
              aria-label={step ? `${targetLabels.nextStep}: ${step.description}` : targetLabels.takeStep}
              data-act="step"
            >
              <span className={`grid rigid centered round ${s.check}`} data-none={!step || undefined}>
                {step ? <Icon name="check" size={12} stroke={2.6} /> : <Icon name="plus" size={12} stroke={2.4} />}
              </span>
              <span className="one">{step?.description ?? DEFAULT_STEP}</span>
            </button>
          ) : (
            <span className={`block dim ${s.goal} one`}>
              {tile.status === 'archived' ? (step?.description ?? DEFAULT_STEP) : tile.goal}
            </span>
          )}
        </span>
        <span className="shrink clip">
          <TileWhen tile={tile} today={today} />
        </span>
        <span className="dim onlyWide size14">
          <Value value={tile.value} label={tile.valueterm} />
        </span>
        <span className={`flex end shrink relative onlyWide ${s.money}`}>
          {tile.error === undefined ? (
            <TileMoney tile={tile} />
          ) : (
            <Button tabIndex={-1} size="compact-sm" variant="subtle" color="red" data-act="retry">
              Unable to sync. Try again
            </Button>
          )}
        </span>
        <button
          type="button"
          tabIndex={-1}
          className={`bare iconButton relative dim ${s.dots}`}
          title="More"
          aria-label={`More for ${name}`}
          aria-haspopup="menu"
          data-act="more"
        >
          <Icon name="dots" stroke={1.75} />
        </button>
      </article>
    </div>
  )
})

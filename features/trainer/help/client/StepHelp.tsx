import { UnstyledButton } from '@mantine/core'
import { useId, useLayoutEffect, useState } from 'react'
import type { StepHelpProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Poster } from '#core/ui/Poster.tsx'
import type { ShownLink } from '../contract.ts'
import { stepHelpQuery } from '../queries.ts'
import { starterOf } from '../starters.ts'
import s from './StepHelp.module.css'

/** Shows up to three links that help with a step. Each leads back to it. Renders nothing without links. */
export function StepHelp({ description, from, isFolded, onKnown }: StepHelpProps) {
  const { value, problem } = useQuery(stepHelpQuery, undefined)
  const [isOpen, setOpen] = useState(!isFolded || value !== undefined)
  const list = useId()
  const help = value?.help ?? []
  const starter = starterOf(
    description,
    help.map((one) => one.starter),
  )
  const isKnown = value !== undefined || problem !== null
  useLayoutEffect(() => {
    if (isKnown) onKnown(true)
  }, [isKnown, onKnown])
  const links = help.find((one) => one.starter === starter)?.links ?? []
  if (links.length === 0) return null
  return (
    <section className={`mt12 rounded ${s.help}`} aria-label="Help me with this step">
      <UnstyledButton
        className={`row gap8 fill strong accent rounded ${s.head}`}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="lifebuoy" stroke={1.75} />
        Help me with this step
      </UnstyledButton>
      <ul id={list} hidden={!isOpen}>
        {links.map((link) => (
          <li key={link.path}>
            <Link
              className="row gap12"
              to={`${link.path}${link.path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`}
            >
              <Picture {...link} />
              <span className="shrink break">
                <b className="block semi">{link.title}</b>
                <span className="cap num">{link.about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const icons = { lesson: 'player-play', question: 'notes', asset: 'file-type-pdf' } as const

function Picture({ kind, poster }: ShownLink) {
  const icon = icons[kind]
  if (!poster)
    return (
      <span className={`grid rigid accent centered surface ${s.icon}`}>
        <Icon name={icon} />
      </span>
    )
  return (
    <span className={`rigid relative ${s.picture}`}>
      <Poster {...poster} />
      <span className={`grid centered absolute ${s.play}`}>
        <Icon name="player-play-filled" size={12} stroke={2} />
      </span>
    </span>
  )
}

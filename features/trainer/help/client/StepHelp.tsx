import { UnstyledButton } from '@mantine/core'
import { IconFileTypePdf, IconLifebuoy, IconNotes, IconPlayerPlay, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useLayoutEffect, useState } from 'react'
import type { StepHelpProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { Poster } from '#core/ui/Poster.tsx'
import type { ShownLink } from '../contract.ts'
import { stepHelpQuery } from '../queries.ts'
import { starterOf } from '../starters.ts'
import s from './StepHelp.module.css'

/** Shows up to three links that help with a step. Each leads back to it. Renders nothing without links. */
export function StepHelp({ description, from, onKnown }: StepHelpProps) {
  const { value, problem } = useQuery(stepHelpQuery, undefined)
  const [isOpen, setOpen] = useState(true)
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
        <IconLifebuoy size={18} stroke={1.75} aria-hidden />
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

const icons = { lesson: IconPlayerPlay, question: IconNotes, asset: IconFileTypePdf }

function Picture({ kind, poster }: ShownLink) {
  const Icon = icons[kind]
  if (!poster)
    return (
      <span className={`grid rigid accent centered surface ${s.icon}`}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
    )
  return (
    <span className={`rigid relative ${s.picture}`}>
      <Poster {...poster} />
      <span className={`grid centered absolute ${s.play}`}>
        <IconPlayerPlayFilled size={12} aria-hidden />
      </span>
    </span>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import s from '../AccountPage.module.css'

const points = [
  {
    icon: 'stairs-up',
    title: 'One step at a time',
    text: 'Every Target has one next step and a due date. Completing it takes one tap; choosing the next takes seconds.',
  },
  {
    icon: 'cloud-check',
    title: 'Nothing gets lost',
    text: 'Everything works offline. Your changes are saved on your device and sync when you’re back online.',
  },
  {
    icon: 'users',
    title: 'Colleagues, not competitors',
    text: 'Pursuit shows you when a colleague already knows the company, so you can approach it together.',
  },
] as const

const Licenses = lazyComponent(() => import('./Licenses.tsx').then((file) => file.Licenses))

/** Returns the version from the page: '1.4.0+8c1f…' becomes 'Version 1.4.0 (8c1f…)'. */
function versionOfPage(): string {
  const [version, build] = (document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? '').split('+')
  return build ? `Version ${version} (${build})` : `Version ${version || 'unknown'}`
}

/** Shows the purpose of Pursuit and the running version. */
export function About() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`stack gap16 ${s.about}`}>
      <h2 className="title">More about Pursuit</h2>
      <p>
        Pursuit helps people in professional firms win work by keeping in touch: a list of the companies and people you
        want to work for, and the next small step for each.
      </p>
      <ul className="stack gap16 mt8">
        {points.map(({ icon, title, text }) => (
          <li key={title} className="flex gap16">
            <Icon name={icon} size={20} />
            <div>
              <h3>{title}</h3>
              <p className="dim">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className={`row wrap between mt16 ruled ${s.version}`}>
        <span className="dim">{versionOfPage()}</span>
        <Button variant="default" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Open-source licenses
        </Button>
      </div>
      {isOpen && <Licenses />}
    </div>
  )
}

import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { BarSheet } from '#core/client/shell/BarSheet.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { SCHEDULES } from '../schedules/paths.ts'
import s from './ReportPicker.module.css'
import type { ReportGroup } from './reportGroups.ts'

type Props = { groups: readonly ReportGroup[]; title: string; search: Record<string, string> }

/** Shows the report's name on a phone, which opens the list of reports. */
export function ReportPicker({ groups, title, search }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <UnstyledButton
        className={`inline gap6 ${s.name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {title}
        <Icon name="chevron-down" size={20} stroke={1.75} />
      </UnstyledButton>
      {isOpen && (
        <BarSheet label="Reports" onClose={() => setOpen(false)}>
          <nav className={s.list} aria-label="Reports">
            {groups.map((group) => (
              <section key={group.title} aria-label={group.title}>
                <h2 className={`cap medium ${s.part}`}>{group.title}</h2>
                {group.reports.map(({ code, name, path }) => (
                  <Link
                    key={code}
                    to={path}
                    search={search}
                    className={`row inherit rounded here ${s.link}`}
                    aria-current={name === title ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {name}
                  </Link>
                ))}
              </section>
            ))}
            <section aria-label="By email">
              <h2 className={`cap medium ${s.part}`}>By email</h2>
              <Link to={SCHEDULES} className={`row inherit rounded here ${s.link}`} onClick={() => setOpen(false)}>
                Scheduled reports
              </Link>
            </section>
          </nav>
        </BarSheet>
      )}
    </>
  )
}

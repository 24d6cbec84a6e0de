import '@mantine/core/styles/Input.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import 'pdfjs-dist/web/pdf_viewer.css'
import { ActionIcon, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { openPdf, type ShownPdf } from './openPdf.ts'
import s from './PdfView.module.css'

type Props = {
  url: string
  label: string
  page?: number
}

/** Renders only visible pages. Loaded with the first PDF. */
export function PdfView({ url, label, page = 1 }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ShownPdf | null>(null)
  const [at, setAt] = useState({ page, pages: 0, scale: 1 })
  const [typed, setTyped] = useState('')
  const [hits, setHits] = useState<{ current: number; total: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const opened = openPdf(frame.current!, url, { page, onMove: setAt, onHits: setHits })
    opened.ready.then(
      () => setShown(opened),
      () => setProblem('We couldn’t open this file. You may no longer have access to it.'),
    )
    return opened.close
  }, [url, page])
  const keys = new Map([
    ['+', () => shown?.zoom(1)],
    ['=', () => shown?.zoom(1)],
    ['-', () => shown?.zoom(-1)],
    ['PageDown', () => shown?.goTo(at.page + 1)],
    ['PageUp', () => shown?.goTo(at.page - 1)],
  ])
  const icon = { size: 18, stroke: 1.75 } as const
  return (
    <section className="stack gap12" aria-label={label}>
      <div className="row wrap gap8">
        <search>
          <TextInput
            type="search"
            aria-label="Search in this file"
            placeholder="Search in this file"
            maxLength={100}
            leftSection={<Icon name="search" size={16} stroke={1.75} />}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              shown?.find(event.currentTarget.value)
            }}
            onKeyDown={(event) => event.key === 'Enter' && shown?.find(typed, event.shiftKey ? -1 : 1)}
          />
        </search>
        <span className="cap" role="status">
          {typed && hits && (hits.total === 0 ? 'No matches' : `${hits.current} of ${hits.total}`)}
        </span>
        <span className={s.grow} />
        <ActionIcon variant="default" size={36} aria-label="Previous page" onClick={() => shown?.goTo(at.page - 1)}>
          <Icon name="chevron-up" {...icon} />
        </ActionIcon>
        <span className="num">{`page ${at.page} of ${at.pages || '…'}`}</span>
        <ActionIcon variant="default" size={36} aria-label="Next page" onClick={() => shown?.goTo(at.page + 1)}>
          <Icon name="chevron-down" {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label="Zoom out" onClick={() => shown?.zoom(-1)}>
          <Icon name="minus" {...icon} />
        </ActionIcon>
        <span className="num">{`${Math.round(at.scale * 100)}%`}</span>
        <ActionIcon variant="default" size={36} aria-label="Zoom in" onClick={() => shown?.zoom(1)}>
          <Icon name="plus" {...icon} />
        </ActionIcon>
      </div>
      <Problem>{problem}</Problem>
      {!shown && problem === null && <LoadingPlaceholder />}
      <div className={`relative rounded sunken clip ${s.frame}`}>
        <div
          ref={frame}
          className={`absolute ${s.scroll}`}
          role="document"
          aria-label={`Pages of ${label}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
          tabIndex={0}
          onKeyDown={(event) => {
            const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys.get(event.key)
            if (!act) return
            event.preventDefault()
            act()
          }}
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </section>
  )
}

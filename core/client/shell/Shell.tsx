import { UnstyledButton } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useLocation } from '#core/client/router/useRouter.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Logo } from '#core/ui/Logo.tsx'
import { type Area, areaOf } from '../areas.ts'
import { device } from '../device.ts'
import { keepLastScreen, keptFrame, showLive } from '../lastScreen.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { useUpdate } from '../update.ts'
import { AreaBadge } from './AreaBadge.tsx'
import { AreaPart } from './AreaPart.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import s from './Shell.module.css'
import { SyncPill } from './SyncPill.tsx'
import { usePageFocus } from './usePageFocus.ts'

type Props = {
  /** Permitted areas, in order. */
  areas: readonly Area[]
  person: { fullname: string; first_name: string; last_name: string; firm: string; logo?: string }
  /** The person who actually works, while switched to another. */
  switchedFrom?: string
  /** Between the sync state and the person. */
  bar?: ReactNode
  /** Called by the search field and Ctrl/Cmd+K. */
  onSearch: () => void
  onSignIn: () => void
  onLogout: () => void
  onSwitchBack: () => void
  children: ReactNode
}

const SwitchBand = lazyComponent(() => import('./SwitchBand.tsx').then((file) => file.SwitchBand))
/** A banner that fails to load must not crash the page. */
const UpdateBanner = lazyComponent(() =>
  import('./UpdateBanner.tsx').then(
    (file) => file.UpdateBanner,
    () => () => null,
  ),
)

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** The frame of every page for signed-in people. */
export function Shell({
  areas,
  person,
  switchedFrom,
  bar,
  onSearch,
  onSignIn,
  onLogout,
  onSwitchBack,
  children,
}: Props) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  usePageFocus(main)
  // The app store updates the mobile app.
  const isUpdateThere = useUpdate((state) => state.isAvailable) && device.kind !== 'mobile'
  const tabs = areas.flatMap(({ icon, ...area }) => (icon ? [{ ...area, icon }] : []))
  // When two tabs match equally, the later one wins, because the first may only lend its screens.
  const here = areaOf(pathname, tabs.toReversed())
  useSearchKey(onSearch)
  useEffect(keepLastScreen, [])
  useLayoutEffect(() => {
    if (!main.current?.querySelector(`[data-kept="page"]`)) showLive()
  }, [])
  const menu = { person, areas, switchedFrom, onLogout, onSwitchBack }
  return (
    <div className={s.shell} {...keptFrame} data-switched={switchedFrom === undefined ? undefined : true}>
      <a className={s.skip} href="#main">
        Skip to content
      </a>
      {switchedFrom !== undefined && <SwitchBand as={person.fullname} from={switchedFrom} onBack={onSwitchBack} />}
      <nav className={`stack ${s.rail}`} aria-label="Main">
        <Link className={`rigid row mb8 ${s.brand}`} to="/" aria-label="Pursuit, home">
          <Logo />
        </Link>
        {tabs.map(({ name, label, path, icon, badge, within }) => (
          <Fragment key={name}>
            <Link
              to={path}
              className={`rigid row gap12 medium dim ${s.link}`}
              aria-current={here?.name === name ? 'page' : undefined}
            >
              <Icon name={icon} size={20} />
              {label}
              {badge && <AreaBadge load={badge} />}
            </Link>
            {within && here?.name === name && <AreaPart load={within} />}
          </Fragment>
        ))}
        <div className={`rigid ${s.foot}`}>
          <PersonMenu {...menu} />
        </div>
      </nav>
      <section className={`row gap4 ${s.top}`} aria-label="Search and sync status">
        <Link to="/" className={s.home} aria-label="Pursuit, home">
          <Logo />
        </Link>
        <span className="wide">
          <UnstyledButton
            className={`row gap8 dim ${s.search}`}
            onClick={onSearch}
            aria-haspopup="dialog"
            aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          >
            <Icon name="search" size={16} stroke={1.75} />
            <span className={s.searchText}>Search</span>
            <kbd className={s.key} aria-hidden>
              {isMac ? '⌘ K' : 'Ctrl K'}
            </kbd>
          </UnstyledButton>
        </span>
        <span className={s.grow} />
        <SyncPill onSignIn={onSignIn} />
        <span className={s.bell}>{bar}</span>
        <span className="narrow">
          <PersonMenu {...menu} isCompact />
        </span>
      </section>
      <main className={s.main} id="main" ref={main} tabIndex={-1}>
        {isUpdateThere && <UpdateBanner />}
        {children}
      </main>
      <nav className={s.tabs} aria-label="Main navigation, bottom">
        {tabs.map(({ name, label, path, icon, badge }) => (
          <Link key={name} to={path} className={s.tab} aria-current={here?.name === name ? 'page' : undefined}>
            <span className={s.tabIcon}>
              <Icon name={icon} size={22} />
              {badge && <AreaBadge load={badge} />}
            </span>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}

function useSearchKey(search: () => void) {
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from 'react-router-dom'
import { ToastArea } from '../components/ToastArea.tsx'
import { Tooltips } from '../components/Tooltip.tsx'
import { useLiveUpdates } from '../shared/live.ts'
import { texts } from '../texts.ts'
import { Footer, LandingFooter } from './Footer.tsx'
import { Header } from './Header.tsx'
import { isFace } from './navigation.ts'

/** What stands around every screen. */
export function Layout() {
  useLiveUpdates()
  const going = useNavigation().state !== 'idle'
  const face = isFace(useLocation().pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#contenuto"
        className="sr-only z-50 rounded-control bg-brand px-4 py-2 font-medium text-on-brand focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {texts.shell.skip}
      </a>
      <Tooltips>
        <Header />
      </Tooltips>
      {going && <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-1 animate-pulse bg-brand" />}
      <main id="contenuto" tabIndex={-1} className={face ? 'grow' : 'grow px-4 py-7 sm:py-10'}>
        <Outlet />
      </main>
      {face ? <LandingFooter /> : <Footer />}
      <ToastArea />
      <ScrollRestoration getKey={placeOf} />
    </div>
  )
}

/** Addresses typed by hand all have the key “default”: each is a place of its own. */
const placeOf = ({ key, pathname, hash }: Location) => (key === 'default' ? pathname + hash : key)

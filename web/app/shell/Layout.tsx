import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { Button } from '../components/buttons.tsx'
import { ErrorState } from '../components/feedback.tsx'
import { Toaster } from '../components/toast.tsx'
import { TooltipProvider } from '../components/tooltip.tsx'
import { useLiveUpdates } from '../shared/live-updates.ts'
import { useSessionOfOtherTabs } from '../shared/session.ts'
import { Footer, LandingFooter } from './Footer.tsx'
import { Header } from './Header.tsx'
import { isMarketingPath } from './navigation.ts'
import { componentTexts } from '../components/texts.ts'
import { shellTexts } from '../texts.ts'

/** Frame of every page. */
export function Layout() {
  useLiveUpdates()
  useSessionOfOtherTabs()
  const navigating = useNavigation().state !== 'idle'
  const marketing = isMarketingPath(useLocation().pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#contenuto"
        className="sr-only z-50 rounded-control bg-brand px-4 py-2 font-medium text-on-brand focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {shellTexts.skip}
      </a>
      <TooltipProvider>
        <Header />
      </TooltipProvider>
      {navigating && <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-1 animate-pulse bg-brand" />}
      <main id="contenuto" tabIndex={-1} className={marketing ? 'grow' : 'grow px-4 py-7 sm:py-10'}>
        <Outlet />
      </main>
      {marketing ? <LandingFooter /> : <Footer />}
      <Toaster />
      <ScrollRestoration getKey={scrollKeyOf} />
    </div>
  )
}

/** Entries of typed URLs all have the key `default`; distinguished by URL. */
const scrollKeyOf = ({ key, pathname, hash }: Location) => (key === 'default' ? pathname + hash : key)

/** Shown after an exception while loading or rendering a page. */
export function RouteErrorPage() {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-4 text-3xl font-medium">{shellTexts.errorTitle}</h1>
      <ErrorState
        title={navigator.onLine ? shellTexts.errorText : componentTexts.offline}
        action={
          <Button variant="secondary" onClick={() => location.reload()}>
            {shellTexts.reload}
          </Button>
        }
      />
    </main>
  )
}

import { Component, type PropsWithChildren, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Button } from '../components/buttons.tsx'
import { ErrorState, Skeleton } from '../components/feedback.tsx'
import { TooltipProvider } from '../components/tooltip.tsx'
import { isLoadingCode, lazyComponent, onFirstUse, subscribeToCodeLoads } from '../lazy.ts'
import { useNavigationEnd } from '../shared/navigate.ts'
import { useSession, useSessionOfOtherTabs } from '../shared/session.ts'
import { Footer, LandingFooter } from './Footer.tsx'
import { Header } from './Header.tsx'
import { isMarketingPath } from './navigation.ts'
import { useScrollRestoration } from './scroll-restoration.ts'
import { getToastState, subscribeToToasts } from '../toasts.ts'
import { componentTexts } from '../components/texts.ts'
import { shellTexts } from '../texts.ts'

/** Frame of every page. */
export function Layout() {
  useSessionOfOtherTabs()
  useScrollRestoration()
  useNavigationEnd()
  const { pathname } = useLocation()
  const marketing = isMarketingPath(pathname)
  return (
    <PageErrorBoundary pathname={pathname}>
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
        <LoadingBar />
        <main id="contenuto" tabIndex={-1} className={marketing ? 'grow' : 'grow px-4 py-7 sm:py-10'}>
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
        {marketing ? <LandingFooter /> : <Footer />}
        <ToastArea />
        <UserUpdates />
      </div>
    </PageErrorBoundary>
  )
}

/** Frame of pages without header and footer. */
export function StandaloneLayout() {
  return (
    <PageErrorBoundary pathname={useLocation().pathname}>
      <Suspense fallback={<Skeleton />}>
        <Outlet />
      </Suspense>
    </PageErrorBoundary>
  )
}

/** Shown while the code of the next page is loaded. */
function LoadingBar() {
  const isLoading = useSyncExternalStore(subscribeToCodeLoads, isLoadingCode, () => false)
  return isLoading && <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-1 animate-pulse bg-brand" />
}

type PageErrorBoundaryProps = PropsWithChildren<{ readonly pathname: string }>

/** Shows an error page after an exception while loading or rendering a page, until another page is opened. */
class PageErrorBoundary extends Component<PageErrorBoundaryProps, { readonly failed: boolean; readonly at: string }> {
  override state = { failed: false, at: this.props.pathname }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  static getDerivedStateFromProps({ pathname }: PageErrorBoundaryProps, { at }: { readonly at: string }) {
    return pathname === at ? null : { failed: false, at: pathname }
  }
  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children
  }
}

const LiveUpdates = lazyComponent(() => import('../shared/live-updates.ts').then((m) => m.LiveUpdates))

/** Live updates of a user who may use the app. */
function UserUpdates() {
  const { data: user } = useSession()
  const account = user?.mustChangePassword || user?.suspended ? undefined : user?.id
  return <Suspense fallback={null}>{account !== undefined && <LiveUpdates key={account} />}</Suspense>
}

const Toaster = lazyComponent(() => import('../components/toast.tsx').then((m) => m.Toaster))
const hasToast = () => getToastState().toast !== null

/** Loaded with the first toast or when the page is first used, so that it is there even if the connection is lost. */
function ToastArea() {
  const isNeeded = useSyncExternalStore(subscribeToToasts, hasToast, () => false)
  const [isUsed, setUsed] = useState(false)
  useEffect(() => onFirstUse(() => setUsed(true)), [])
  return <Suspense fallback={null}>{(isNeeded || isUsed) && <Toaster />}</Suspense>
}

function ErrorPage() {
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

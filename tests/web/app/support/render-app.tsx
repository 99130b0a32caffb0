import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, prettyDOM, render, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createPath, type Location, MemoryRouter, type RouteObject, useLocation, useRoutes } from 'react-router-dom'
import { afterEach } from 'vitest'
import { dismissToast } from '../../../../web/app/toasts.ts'
import { routes } from '../../../../web/app/routes.tsx'
import { forgetResponses } from '../../../../web/app/shared/api.ts'
import { newQueryClient } from '../../../../web/app/shared/queries.ts'
import { type Answers, stubServer } from './stub-server.ts'

/** The document is printed when the message is read: most of these errors only mean that an element is not there yet. */
const elementError = (message: string | null, container: Element): Error => {
  const error = Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
  Error.captureStackTrace(error, elementError)
  const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { configurable: true, get })
}

// a busy machine is slow, not wrong
configure({ asyncUtilTimeout: 20_000, getElementError: elementError })

/** Everything is visible, as in a window of any height. */
class EverythingVisible {
  readonly #report: (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void
  constructor(report: (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
    this.#report = report
  }
  observe() {
    this.#report([{ isIntersecting: true }])
  }
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: EverythingVisible })

/** Renders the app, or other routes, at a path, with a stub server. */
export const renderApp = (path: string, answers: Answers, shown: RouteObject[] = routes) => {
  const server = stubServer(answers)
  // as if there may be a session, so that the server is asked
  document.cookie = 'garbo_signed_in=1; path=/'
  let current: Pick<Location, 'pathname' | 'search' | 'hash'> = new URL(path, 'http://garbo.test')
  function Shown() {
    current = useLocation()
    return useRoutes(shown)
  }
  render(
    <QueryClientProvider client={newQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Shown />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return {
    server,
    user: userEvent.setup(),
    at: () => current.pathname,
    /** Current path with query and fragment. */
    address: () => createPath(current),
  }
}

export const toastArea = (): HTMLElement => {
  const toast = document.querySelector<HTMLElement>('[data-toast]')
  if (!toast) throw new Error('There is no toast')
  return toast
}

/** Finds a text in toasts only, because forms may show the same text. */
export const findInToast = (text: string) => waitFor(() => within(toastArea()).getByText(text))

afterEach(() => {
  cleanup()
  dismissToast()
  forgetResponses()
  localStorage.clear()
  document.cookie = 'garbo_signed_in=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
})

/** The texts that `aria-describedby` attaches to a field: its hint and its error. */
export const descriptionsOf = (field: HTMLElement): readonly (string | null | undefined)[] =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

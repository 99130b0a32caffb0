import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Pages, preloadPage } from './routes.tsx'
import { newQueryClient } from './shared/queries.ts'
import { mayHaveSession, sessionKey } from './shared/session.ts'

const root = document.querySelector<HTMLElement>('#root')
if (root === null) throw new Error('index.html has no element #root')

const client = newQueryClient()
const data = document.querySelector('#page-data')?.textContent ?? '[]'
for (const [key, value] of JSON.parse(data) as [readonly unknown[], unknown][]) client.setQueryData(key, value)

/** Whom the server rendered the page for; undefined if it left that to the browser. */
const reader = root.dataset['reader']
if (reader === 'visitor') client.setQueryData(sessionKey, null)

// if it fails, the page reports it
await preloadPage(location.pathname).catch(() => undefined)
const app = (
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
)
if (reader === undefined) createRoot(root).render(app)
// in slices, so that the page reacts in the meantime
else startTransition(() => void hydrateRoot(root, app))
// a session from before the marker's cookie, which the server did not see
if (reader === 'visitor' && mayHaveSession()) void client.invalidateQueries({ queryKey: sessionKey })

import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Pages, preloadPage } from './routes.tsx'
import { newQueryClient } from './shared/queries.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no element #root')

// if it fails, the page reports it
await preloadPage(location.pathname).catch(() => undefined)
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient()}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)

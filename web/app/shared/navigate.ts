import { useEffect } from 'react'
import { type Location, type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'

const waiting = new Set<(shown: Location) => void>()

/** Navigates and resolves once the new page is shown: its code may have to be loaded first. */
export const useNavigateAndWait = () => {
  const navigate = useNavigate()
  return (to: string, options?: NavigateOptions) =>
    new Promise<Location>((resolve) => {
      waiting.add(resolve)
      void navigate(to, options)
    })
}

/** Tells those who wait that the page has changed; for the frame of all pages. */
export const useNavigationEnd = () => {
  const location = useLocation()
  useEffect(() => {
    for (const resolve of waiting) resolve(location)
    waiting.clear()
  }, [location])
}

import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** Redirects after a delay, unless the user navigates away first. */
export const useDelayedRedirect = (to: string, afterMs: number | null) => {
  const navigate = useNavigate()
  useEffect(() => {
    if (afterMs === null) return
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [to, afterMs, navigate])
}

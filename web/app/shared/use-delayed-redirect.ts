import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** Goes there after a while; whoever goes elsewhere before is left alone. */
export const useDelayedRedirect = (to: string, afterMs: number | null) => {
  const navigate = useNavigate()
  useEffect(() => {
    if (afterMs === null) return
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [to, afterMs, navigate])
}

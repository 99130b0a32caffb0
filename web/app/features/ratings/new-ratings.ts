import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../components/toast.ts'
import { everyHalfMinute } from '../../shared/polled.ts'
import { texts } from '../../texts.ts'
import { receivedRatings } from './ratings.queries.ts'

/** How many ratings have come since the screen was opened, until the badge is pressed (S-24). */
export const useNewRatings = () => {
  const count = useQuery({ ...receivedRatings, ...everyHalfMinute }).data?.length
  const last = useRef(count)
  const [fresh, setFresh] = useState(0)
  useEffect(() => {
    if (count === undefined) return
    const more = count - (last.current ?? count)
    last.current = count
    if (more <= 0) return
    setFresh((now) => now + more)
    showToast({ title: texts.dashboard.client.newRatingsTitle, text: texts.dashboard.client.newRatings(more) })
  }, [count])
  return { fresh, seen: () => setFresh(0) }
}

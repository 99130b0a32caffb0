import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { calls } from '../../../contract/calls.ts'
import { refresh } from '../../shared/families.ts'
import { follow } from '../../shared/stream.ts'

/** While the console is open, what another moderator does shows here; true while the stream is up. */
export const useQueueLive = () => {
  const client = useQueryClient()
  const [live, setLive] = useState(false)
  useEffect(() => {
    const again = () => void refresh(client, ['moderation'])
    return follow({
      url: calls.queueEvents.path,
      schema: calls.queueEvents.answer,
      onChange: again,
      onCatchUp: again,
      onState: setLive,
    })
  }, [client])
  return live
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { calls } from '../../contract/calls.ts'
import { refresh, touchedBy } from './families.ts'
import { useSession } from './session.ts'
import { follow } from './stream.ts'

const polled = [...new Set(Object.values(touchedBy).flat())]

/** While somebody is signed in, what changes on the server changes on the screen. */
export const useLiveUpdates = () => {
  const client = useQueryClient()
  const { data: user } = useSession()
  const account = user?.mustChangePassword || user?.suspended ? undefined : user?.id
  useEffect(() => {
    if (account === undefined) return undefined
    return follow({
      url: calls.live.path,
      schema: calls.live.answer,
      onChange: ({ topic }) => void refresh(client, touchedBy[topic]),
      onCatchUp: () => void refresh(client, polled),
    })
  }, [account, client])
}

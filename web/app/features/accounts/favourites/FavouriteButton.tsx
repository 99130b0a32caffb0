import { useQuery } from '@tanstack/react-query'
import { Heart, HeartOff } from 'lucide-react'
import { Button } from '../../../components/buttons.tsx'
import { type ApiError, errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { apiQuery } from '../../../shared/queries.ts'
import { useSession } from '../../../shared/session.ts'
import { favouriteTexts } from './texts.ts'

/** Most recently saved first. */
export const favouritesQuery = apiQuery('favourites', 'favourites', {})

interface BusinessRef {
  readonly id: string
  readonly name: string
}

const favouriteMutation = (title: string) =>
  ({
    invalidates: ['favourites'],
    onSuccess: () => showToast({ title }),
    onError: (error: ApiError) => showErrorToast(errorMessage(error, favouriteTexts.writeFailed)),
  }) as const

/** Adds a business to the favourites, or removes it. @rule Q-31 */
export function FavouriteButton({
  business: { id, name },
  saved,
}: {
  readonly business: BusinessRef
  readonly saved: boolean
}) {
  const saving = useApiMutation('saveFavourite', favouriteMutation(favouriteTexts.saved))
  const removing = useApiMutation('removeFavourite', favouriteMutation(favouriteTexts.removed))
  const Icon = saved ? HeartOff : Heart
  return (
    <Button
      variant="secondary"
      small
      pending={saving.isPending || removing.isPending}
      onClick={() => (saved ? removing : saving).mutate({ params: { businessId: id } })}
    >
      <Icon aria-hidden="true" className="size-4" />
      {saved ? favouriteTexts.remove : favouriteTexts.save}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}

/** Favourite button of a business page; for clients only, once favourites are loaded. */
export function ClientFavouriteButton({ business }: { readonly business: BusinessRef }) {
  const { data: user } = useSession()
  return user?.role === 'CLIENTE' ? <LoadedFavouriteButton business={business} /> : null
}

function LoadedFavouriteButton({ business }: { readonly business: BusinessRef }) {
  const { data } = useQuery(favouritesQuery)
  return data === undefined ? null : (
    <FavouriteButton business={business} saved={data.some(({ id }) => id === business.id)} />
  )
}

import type { ApiContext } from '../api-context.ts'
import type { AnyRoute, ServerExtension } from '../route.ts'
import { authenticationRoutes } from './authentication.routes.ts'
import { businessRoutes } from './businesses.routes.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { profileRoutes } from './profile.routes.ts'
import { registerDataDeletionCallback, registerSocialSignIn, socialSignInRoutes } from './social-sign-in.routes.ts'

export const accountRoutes = (api: ApiContext): readonly AnyRoute[] => [
  ...authenticationRoutes(api),
  ...passkeyRoutes(api),
  ...socialSignInRoutes(api),
  ...profileRoutes(api),
  ...businessRoutes(api),
  ...notificationRoutes(api),
]

export const accountExtensions: readonly ServerExtension[] = [registerSocialSignIn, registerDataDeletionCallback]

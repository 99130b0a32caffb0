import type { Hall } from '../hall.ts'
import type { Picture, Route } from '../route.ts'
import { currentUserRoute } from './current-user.route.ts'
import { registerBusinessRoute } from './register-business.route.ts'
import { registerClientRoute } from './register-client.route.ts'
import { createClientRoute } from './create-client.route.ts'
import { photoRoute, uploadPhotoRoute } from './photos.routes.ts'
import { loginRoute } from './login.route.ts'
import { loginClientRoute } from './login-client.route.ts'
import { verifyEmailRoute } from './verify-email.route.ts'
import { resendVerificationRoute } from './resend-verification.route.ts'
import { confirmEmailRoute } from './confirm-email.route.ts'
import { recoverEmailRoute } from './recover-email.route.ts'
import { sendResetCodeRoute } from './send-reset-code.route.ts'
import { sendTemporaryPasswordRoute } from './send-temporary-password.route.ts'
import { resetPasswordRoute } from './reset-password.route.ts'
import { changePasswordRoute } from './change-password.route.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { passkeySignInRoutes } from './passkey-sign-in.routes.ts'
import { quickAccessRoutes } from './quick-access.routes.ts'
import { ownSessionRoutes } from './sessions.routes.ts'
import { socialRoutes } from './social.routes.ts'
import { devOutboxRoute } from './dev-outbox.route.ts'

/** Who enters, how, and what they see of their own account. */
export const accessRoutes = (hall: Hall): readonly (Route | Picture)[] => [
  currentUserRoute(hall),
  registerBusinessRoute(hall),
  registerClientRoute(hall),
  createClientRoute(hall),
  uploadPhotoRoute(hall),
  photoRoute(hall),
  loginRoute(hall),
  loginClientRoute(hall),
  verifyEmailRoute(hall),
  resendVerificationRoute(hall),
  confirmEmailRoute(hall),
  recoverEmailRoute(hall),
  sendResetCodeRoute(hall),
  sendTemporaryPasswordRoute(hall),
  resetPasswordRoute(hall),
  changePasswordRoute(hall),
  ...(hall.outbox === null ? [] : [devOutboxRoute(hall.outbox)]),
  ...passkeyRoutes(hall),
  ...passkeySignInRoutes(hall),
  ...quickAccessRoutes(hall),
  ...ownSessionRoutes(hall),
  ...socialRoutes(hall),
]

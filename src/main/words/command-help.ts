/** What `--help` says. */
export const helpText = `Tillside: scan a receipt, see the payment, refund it once.

  --practice            open with the built-in practice service; nothing real is touched
  --kiosk               cover the whole screen, without a frame; the system's own kiosk does the rest
  --with-pc             for what the system starts by itself: open where the policy of this PC says so
  --lookup=CODE         look a receipt's code up, in the window that is open already or in one that opens; so does
                        the link tillside://lookup?code=CODE
  --provision           store the payment service's address and access token, without a window:
      --service-url=URL     https address of the service (http only for this computer itself)
      --token-stdin         read the access token from the first line of standard input
      --supervisor-pin      read the supervisor's PIN from the second line; it is set where there is none,
                            or where what is kept of it is damaged
      --device-id=ID        the device id sent with refunds (else one is made once)
      --store-name=NAME     this till's own name, on its screen and its refund slips
      --store-id=ID         the store's own store_id: payments of another store are named as such
      --related=KINDS       related records shown under More: store,user,fixed_code,emv_code or some of them,
                            or none (else all four)
      --moved-from=URL      the service stored until now, which has moved to --service-url: refunds that are
                            open go on being checked there
      --keep-days=N         days that saved copies are kept, 1 to 365 (else 30)
      --keep-copies=N       saved copies kept at most, 1000 to 1000000 (else 50000)
  --verify-journal=FILE check an export of the journal, without a window; on the till that it is of, that it is its
                        own record too
      --public-key=KEY      elsewhere: that the till with this public key made it; the key stands under Activity
      --verification-key=KEY  elsewhere: that every line is as the till with this key wrote it
  --user-data-dir=DIR   where this till's profile lies
  --help, --version

A packaged program starts with no other option, but for Chromium's --lang, --display, --ozone-platform,
--ozone-platform-hint, --force-device-scale-factor, --disable-gpu, --disable-software-rasterizer,
--force-renderer-accessibility, --force-high-contrast and --force-prefers-reduced-motion; and, for root
alone, --no-sandbox.

Setting up a till that was in use again, and --moved-from, need the supervisor's PIN (the second
line, with --supervisor-pin), or the access token that is stored now on a line after all others.

Provisioning prints one line of JSON and ends with 0, or with 1 when nothing was stored.
`

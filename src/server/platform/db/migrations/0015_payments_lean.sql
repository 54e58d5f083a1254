DROP INDEX "payment_credentials_endpoint_key";--> statement-breakpoint
ALTER TABLE "payment_credentials" DROP COLUMN "sealed_webhook_secret";--> statement-breakpoint
ALTER TABLE "payment_credentials" DROP COLUMN "webhook_id";--> statement-breakpoint
ALTER TABLE "payment_credentials" DROP COLUMN "endpoint_token";--> statement-breakpoint
ALTER TABLE "payments" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- A dispute that was known stays known; its end is learnt the next time that the provider is asked.
UPDATE "payments" SET "dispute" = 'open' WHERE "disputed";--> statement-breakpoint
ALTER TABLE "payments" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "disputed";
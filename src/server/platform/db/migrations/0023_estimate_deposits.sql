SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "deposit_percent" numeric(7,4);--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "deposit_amount" numeric;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_deposit" CHECK (("documents"."deposit_percent" is null and "documents"."deposit_amount" is null) or ("documents"."type" = 'estimate'
        and ("documents"."deposit_percent" is null or "documents"."deposit_amount" is null) and coalesce("documents"."deposit_percent", "documents"."deposit_amount") > 0)) NOT VALID;

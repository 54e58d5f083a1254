-- Every key of a table with somebody's rows names him, so that the tables can be spread over machines by user. The indexes still begin with the public id,
-- by which they are asked; being random, it needs no index to be unique.
CREATE UNIQUE INDEX "public_estimates_public_id_user_id_pk" ON "public_estimates" ("public_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "public_invoices_public_id_user_id_pk" ON "public_invoices" ("public_id","user_id");--> statement-breakpoint
ALTER TABLE "public_estimates" DROP CONSTRAINT "public_estimates_pkey", ADD CONSTRAINT "public_estimates_public_id_user_id_pk" PRIMARY KEY USING INDEX "public_estimates_public_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "public_invoices" DROP CONSTRAINT "public_invoices_pkey", ADD CONSTRAINT "public_invoices_public_id_user_id_pk" PRIMARY KEY USING INDEX "public_invoices_public_id_user_id_pk";

package app.billfold.mobile;

import android.os.Bundle;
import androidx.activity.EdgeToEdge;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // The page lies below the system's bars on every Android, as newer ones have it anyway, and keeps clear of them itself.
        EdgeToEdge.enable(this);
        super.onCreate(savedInstanceState);
    }
}
